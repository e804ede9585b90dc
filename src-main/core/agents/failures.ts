import { AppError } from '#shared/error.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { Providers } from '../providers/providers.ts'

/** A failed model call, for people and for whoever decides whether to try again. */
export interface Failure {
  /** What happened and what to do. */
  readonly message: string
  /** It may well work a moment later. */
  readonly isTransient: boolean
  /** How long the server asked to be left alone. */
  readonly retryAfterMs?: number
}

const HANG_UPS: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

/** What was asked, and who knows which keys were used. */
export interface AskedModel {
  readonly model: ModelRef
  readonly providers: Pick<Providers, 'redact'>
}

/** Puts what a provider's client threw into a sentence; libraries wrap it several times over. */
export function explainFailure(error: unknown, { model: ref, providers }: AskedModel): Failure {
  const { provider, model } = ref
  const chain = causesOf(error)
  const known = chain.find((one) => AppError.is(one))
  if (AppError.is(known)) {
    const message = providers.redact(known.message)
    return { message, isTransient: known.details.retryable ?? false }
  }
  const detail = shorten(providers.redact(messageOf(chain)))
  const status = firstOf(chain, statusOf)
  if (status !== undefined) {
    const retryAfterMs = firstOf(chain, retryAfterOf)
    const message = explainStatus(status, { provider, model, detail })
    const isTransient = status === 408 || status === 409 || status === 429 || status >= 500
    const isBilling = /insufficient_quota|billing|credit balance/i.test(detail)
    return {
      message: isBilling ? billing(provider) : message,
      isTransient: isTransient && !isBilling,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
  }
  return explainNetwork(chain, provider, detail)
}

/** Takes keys out of an error itself: libraries write down what they are thrown. */
export function redactError(error: unknown, providers: Pick<Providers, 'redact'>): void {
  for (const one of causesOf(error)) {
    if (one instanceof Error) one.message = providers.redact(one.message)
  }
}

/** The error itself and all that caused it, outermost first. */
export function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  let next = error
  while (next !== undefined && next !== null && !chain.includes(next)) {
    chain.push(next)
    next = typeof next === 'object' && 'cause' in next ? next.cause : undefined
  }
  return chain
}

/** A failure of anything but a model call, in a sentence: ours where there is one, or the innermost. */
export function messageOf(chain: readonly unknown[]): string {
  const known = chain.find((one) => AppError.is(one))
  if (AppError.is(known)) return known.message
  const texts = chain.flatMap((one) => (one instanceof Error && one.message ? [one.message] : []))
  return texts.at(-1) ?? String(chain.at(-1))
}

interface Said {
  readonly provider: string
  readonly model: string
  readonly detail: string
}

function explainStatus(status: number, { provider, model, detail }: Said): string {
  if (status === 401 || status === 403) {
    return `${provider} refused the key. Check it in the environment, or enter it again in the settings.`
  }
  if (status === 402) return billing(provider)
  if (status === 404)
    return `${provider} has no model "${model}", or not for this key. Choose another.`
  if (status === 413 || /context.length|too long|maximum context/i.test(detail)) {
    return `The conversation is too long for ${model}. Start a new session, or choose a model that takes more.`
  }
  if (status === 429) {
    return `${provider} wants fewer requests for now. Wait a little and resume, or choose another model.`
  }
  if (status >= 500) {
    return `${provider} has trouble at the moment (${status}). Resume later, or choose another model.`
  }
  return `${provider} refused the request (${status}): ${detail}`
}

function billing(provider: string): string {
  return `The account at ${provider} has no credit left. Add some there, or choose another model.`
}

function explainNetwork(chain: readonly unknown[], provider: string, detail: string): Failure {
  const code = firstOf(chain, codeOf)
  if (code === 'ECONNREFUSED') {
    const message = `Nothing answers at the address of ${provider}. Start the server, or correct the base address.`
    return { message, isTransient: false }
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const message = `The address of ${provider} can't be found. Check the network and the base address.`
    return { message, isTransient: false }
  }
  if ((code && HANG_UPS.has(code)) || /terminated|socket hang up|premature close/i.test(detail)) {
    const message = `The connection to ${provider} broke off. Resume to try again.`
    return { message, isTransient: true }
  }
  return { message: `The model call failed: ${detail}`, isTransient: false }
}

function firstOf<T>(chain: readonly unknown[], read: (one: unknown) => T | undefined) {
  for (const one of chain) {
    const found = read(one)
    if (found !== undefined) return found
  }
  return undefined
}

function statusOf(error: unknown): number | undefined {
  const hasStatus = typeof error === 'object' && error !== null && 'status' in error
  return hasStatus && typeof error.status === 'number' ? error.status : undefined
}

function codeOf(error: unknown): string | undefined {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error
  return hasCode && typeof error.code === 'string' ? error.code : undefined
}

function retryAfterOf(error: unknown): number | undefined {
  const hasHeaders = typeof error === 'object' && error !== null && 'headers' in error
  if (!hasHeaders || !(error.headers instanceof Headers)) return undefined
  const seconds = Number(error.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}

/** What servers repeat of a key, in part or with stars, is not for the log. */
function shorten(text: string): string {
  return text.replaceAll(/\b(?:sk|key|pk|xai|gsk)-[\w*-]{4,}/g, '[key]').slice(0, 500)
}

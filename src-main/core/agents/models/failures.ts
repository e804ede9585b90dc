import { AppError } from '#shared/error.ts'
import type { ModelRef } from '#shared/events/value.ts'
import { assertNever } from '#shared/lib/assert.ts'
import type { Providers } from '../../providers/providers.ts'
import { causesOf, explainError } from '../explain-error.ts'
import { type Fault, type Found, findFault } from './find-fault.ts'

/** A failed model call, for people and for whoever decides whether to try again. */
export interface Failure {
  readonly fault: Fault
  /** What happened and what to do. */
  readonly message: string
  /** It may well work a moment later. */
  readonly isTransient: boolean
  /** How long the server asked to be left alone. */
  readonly retryAfterMs?: number
}

/** What was asked, and who knows which keys were used. */
export interface AskedModel {
  readonly model: ModelRef
  readonly providers: Pick<Providers, 'redact' | 'labelOf'>
}

/** Puts what a provider's client threw into a sentence. */
export function explainFailure(error: unknown, { model, providers }: AskedModel): Failure {
  const chain = causesOf(error)
  const detail = shorten(explainError(error, providers))
  const found = findFault(chain, detail)
  const isOurs = chain.some((one) => AppError.is(one))
  const { fault, isTransient, retryAfterMs } = found
  return {
    fault,
    message: isOurs ? detail : explain(found, providers.labelOf(model.provider), model),
    isTransient,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

/** Takes keys out of an error itself: libraries write down what they are thrown. */
export function redactError(error: unknown, providers: Pick<Providers, 'redact'>): void {
  for (const one of causesOf(error)) {
    if (one instanceof Error) one.message = providers.redact(one.message)
  }
}

function explain(found: Found, provider: string, { model, baseUrl }: ModelRef): string {
  const { fault, detail, status } = found
  switch (fault) {
    case 'auth':
      return `${provider} refused the key. Check it in the environment, or enter it again in the settings.`
    case 'billing':
      return `The account at ${provider} has no credit left. Add some there, or choose another model.`
    case 'rate-limit':
      return `${provider} wants fewer requests for now. Wait ${waitOf(found)} and resume, or choose another model.`
    case 'overload':
      return `${provider} has trouble at the moment${status === undefined ? '' : ` (${status})`}. Resume later, or choose another model.`
    case 'conflict':
      return `${provider} was busy with another request of yours. Resume to try again.`
    case 'timeout':
      return `${provider} took too long to answer. Resume to try again, or choose another model.`
    case 'connection':
      return explainConnection(found, provider, baseUrl)
    case 'context-length':
      return `The conversation is too long for ${model}. Start a new session, or choose a model that takes more.`
    case 'content-filter':
      return `${provider} refused what this conversation holds: its filter stopped it. Say it in another way, or choose another model.`
    case 'no-model':
      return `${provider} has no model "${model}", or not for this key. Choose another.`
    case 'no-tools':
      return `${model} can't call tools, and agents work by them. Choose another model.`
    case 'certificate':
      return `The certificate of ${provider} is not trusted (${detail}). Behind a proxy that has its own, name its file in NODE_EXTRA_CA_CERTS.`
    case 'request':
      return `${provider} refused the request (${status}): ${withoutStatus(detail, status)}`
    case 'limit':
    case 'budget':
    case 'unknown':
      return `The model call failed: ${detail}`
    default:
      return assertNever(fault)
  }
}

/** Clients write the status before what the server said. */
function withoutStatus(detail: string, status: number | undefined): string {
  return detail.startsWith(`${status} `) ? detail.slice(`${status} `.length) : detail
}

function explainConnection(
  { detail, isTransient }: Found,
  provider: string,
  baseUrl: string | undefined,
): string {
  if (isTransient) return `The connection to ${provider} broke off. Resume to try again.`
  if (detail === 'ENOTFOUND' || detail === 'EAI_AGAIN') {
    const place = baseUrl ? ` at ${baseUrl}` : ''
    return `${provider} can't be found${place}. Check the network and the base address.`
  }
  const place = baseUrl ?? `the address of ${provider}`
  return `Nothing answers at ${place}. Start the server, or correct the base address.`
}

function waitOf({ retryAfterMs = 0 }: Found): string {
  const minutes = Math.ceil(retryAfterMs / 60_000)
  if (minutes <= 1) return 'a little'
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

/** What servers repeat of a key, in part or with stars, is not for the log. */
function shorten(text: string): string {
  return text.replaceAll(/\b(?:sk|key|pk|xai|gsk)-[\w*-]{4,}/g, '[key]').slice(0, 500)
}

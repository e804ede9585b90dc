import type { ModelRef } from '#shared/events/value.ts'
import { formatUntil } from '#shared/format/format-until.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { assertNever } from '#shared/lib/assert.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'
import type { Providers } from '../../providers/registry/providers.ts'
import { ServerError } from '../../providers/streaming/server-error.ts'
import { causesOf, explainError } from '../recording/explain-error.ts'
import { type Fault, type Found as FoundFault, findFault } from './classify-failure.ts'

/** A failed model call: a sentence for people, and whether to retry. */
export interface Failure {
  readonly fault: Fault
  /** What happened and what to do. */
  readonly message: string
  /** Whether a retry may succeed. */
  readonly isTransient: boolean
  /** If a limit was reached: what happened, without advice. */
  readonly limit?: string
  /** How long the server asked clients to wait. */
  readonly retryAfterMs?: number
}

/** The model that was asked, and the providers that can redact its key. */
interface AskedModel {
  readonly model: ModelRef
  readonly providers: Pick<Providers, 'redact' | 'labelOf'>
}

interface Found extends FoundFault {
  /** The server's own words; may be empty. */
  readonly words: string
}

/** Explains an error of a provider's client. */
export function explainFailure(error: unknown, { model, providers }: AskedModel): Failure {
  const chain = causesOf(error)
  const detail = shorten(explainError(error, providers))
  const basic = findFault(chain, detail)
  const isOurs = chain.some((one) => AppError.is(one))
  const sent = chain.find((one) => one instanceof ServerError)
  const found = { ...basic, words: wordsOf(basic, sent) }
  const { fault, isTransient, retryAfterMs } = found
  const limit = describeLimit(found, providers.labelOf(model.provider))
  return {
    fault,
    message: isOurs ? detail : explain(found, providers.labelOf(model.provider), model),
    isTransient,
    ...(limit !== undefined && { limit }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

/** Redacts keys in an error and its causes, in place: libraries log what they catch. */
export function redactError(error: unknown, providers: Pick<Providers, 'redact'>): void {
  for (const one of causesOf(error)) {
    if (one instanceof Error) one.message = providers.redact(one.message)
  }
}

function explain(found: Found, provider: string, { model, baseUrl }: ModelRef): string {
  switch (found.fault) {
    case 'auth':
      return explainAuth(found, provider)
    case 'billing':
      return `${quoting(`The account at ${provider} has no credit left`, found)} Add credit there, or choose another model.`
    case 'rate-limit':
      return `${describeLimit(found, provider)} ${adviceOf(found, 'Wait a minute and resume')}, or choose another model.`
    case 'overload':
      return `${describeLimit(found, provider)} ${adviceOf(found, 'Resume later')}, or choose another model.`
    case 'conflict':
      return `${quoting(`${provider} is busy with another request of yours`, found)} Resume to try again.`
    case 'timeout':
      return `${quoting(`${provider} took too long to answer`, found)} Resume to try again, or choose another model.`
    case 'connection':
      return explainConnection(found, provider, baseUrl)
    case 'intercepted':
      return explainIntercepted(found, provider)
    case 'garbled':
      return `${provider} sent a response that can't be decompressed. ${CHECK_NETWORK}`
    case 'context-length':
      return `The conversation is too long for ${model}. Start a new session, or choose a model with a larger context window.`
    case 'content-filter':
      return `${quoting(`The content filter of ${provider} blocked this conversation`, found)} Rephrase the prompt, or choose another model.`
    case 'no-model':
      return `${quoting(`${provider} has no model "${model}", or this API key can't use it`, found)} Choose another model.`
    case 'no-tools':
      return `${model} can't call tools, which agents need. Choose another model.`
    case 'certificate':
      return `The certificate of ${provider} isn't trusted (${found.detail}). If your proxy has its own certificate, set NODE_EXTRA_CA_CERTS to its file.`
    case 'malformed-answer':
      return `${provider} can’t read what ${model} wrote. Resume to try again, or choose another model.`
    case 'request':
      return `${quoting(`${provider} rejected the request`, found)} Try another model, or check the server.`
    case 'limit':
    case 'budget':
    case 'unknown':
      return `The model call failed: ${found.detail}`
    default:
      return assertNever(found.fault)
  }
}

const CHECK_NETWORK = 'Check your network, proxy and base address.'

/** A sentence with the status and the words of the server, where there are any. */
function quoting(sentence: string, { status, words }: Found): string {
  const start = status === undefined ? sentence : `${sentence} (${status})`
  if (!words) return `${start}.`
  return `${start}: “${/[.!?…]$/.test(words) ? words : `${words}.`}”`
}

function explainAuth(found: Found, provider: string): string {
  return found.status === 403
    ? `${quoting(`${provider} denied access`, found)} Check the permissions of the API key, or choose another model.`
    : `${quoting(`${provider} rejected the API key`, found)} Check the key in the environment, or enter it again in Settings.`
}

/** Explains that something in front of the provider answered, or refused the connection. */
function explainIntercepted(found: Found, provider: string): string {
  const { kind, status, words } = found
  if (status === 407) {
    return `${quoting(`The proxy in front of ${provider} requires a sign-in`, found)} Add a user name and password to the proxy address.`
  }
  if (kind === 'redirect') {
    return `${provider} redirects${words ? ` to ${words}` : ''} (${status}). ${CHECK_NETWORK}`
  }
  if (kind === undefined) {
    return `The proxy in front of ${provider} refused the connection (${status}). ${CHECK_NETWORK}`
  }
  const what = kind === 'page' ? 'A web page' : 'Something else'
  return `${quoting(`${what} answered instead of ${provider}`, found)} ${CHECK_NETWORK}`
}

/** Returns the server's own words, without the status that clients put before them. */
function wordsOf({ fault, status, detail }: FoundFault, sent: ServerError | undefined): string {
  if (sent) return sent.hasWords ? detail : ''
  if (status === undefined || fault === 'intercepted') return ''
  return detail.startsWith(`${status} `) ? detail.slice(`${status} `.length) : detail
}

function explainConnection(
  { detail, isTransient, kind, status }: Found,
  provider: string,
  baseUrl: string | undefined,
): string {
  if (kind === 'empty') {
    return `${provider} sent an empty response (${status}). Resume to try again, or check the base address.`
  }
  if (isTransient) {
    return `The connection to ${provider} closed before the answer was complete. Resume to try again.`
  }
  if (detail === 'ENOTFOUND' || detail === 'EAI_AGAIN') {
    const place = baseUrl ? ` at ${baseUrl}` : ''
    return `${provider} can't be found${place}. Check the network and the base address.`
  }
  const place = baseUrl ?? `the address of ${provider}`
  return `Nothing answers at ${place}. Start the server, or correct the base address.`
}

function describeLimit(found: Found, provider: string): string | undefined {
  if (found.fault === 'rate-limit') return quoting(`${provider} is limiting requests`, found)
  if (found.fault !== 'overload') return undefined
  return quoting(`${provider} is overloaded or failing`, found)
}

/** A shorter wait is told as a minute. */
const LONG_MS = 60_000
/** No limit of a provider lasts longer: the server is mistaken. */
const YEAR_MS = 366 * 24 * 60 * 60 * 1000

function adviceOf({ retryAfterMs }: Found, short: string): string {
  if (retryAfterMs === undefined || retryAfterMs <= LONG_MS) return short
  if (retryAfterMs > YEAR_MS) return 'Resume later'
  const now = Date.now()
  return `Resume after ${formatUntil(now + retryAfterMs, now)}`
}

/** Removes keys that servers quote in part or masked, and limits the length. */
function shorten(text: string): string {
  return takeStart(text.replaceAll(/\b(?:sk|key|pk|xai|gsk)-[\w*-]{4,}/g, '[key]'), 500)
}

import { FailoverReason } from '#shared/events/model.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { ServerError } from '../../providers/streaming/server-error.ts'
import { saysTooLong } from './context-overflow.ts'
import { findLimitEnd, type LimitEnd } from './rate-limits/rate-limit-reset.ts'

const FAULTS = [
  ...FailoverReason.options,
  'conflict',
  'context-length',
  'content-filter',
  'no-model',
  'no-tools',
  'certificate',
  'request',
  'limit',
  'unknown',
] as const

/** Why a model call failed. The session's next model is tried after those of `FailoverReason`. */
export type Fault = (typeof FAULTS)[number]

/** A classified error of a model call. */
export interface Found {
  readonly fault: Fault
  /** Whether a retry may succeed. */
  readonly isTransient: boolean
  readonly status?: number
  /** The message of the provider or of the network. */
  readonly detail: string
  /** The kind of response that came in place of an answer. Absent if there was no response. */
  readonly kind?: ServerError['kind']
  readonly retryAfterMs?: number
}

const HANG_UPS: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
])
const TIMEOUTS: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Phrases in providers' messages. The first match decides. */
const WORDS: readonly (readonly [RegExp, Fault])[] = [
  [/tool_use_failed/i, 'malformed-answer'],
  [/insufficient_quota|insufficient balance|billing|credit balance|PerDay/i, 'billing'],
  [
    /content.filter|content management policy|prompt was blocked|blocked by safety/i,
    'content-filter',
  ],
  [/(?:not|n't) support (?:tool|function)|no endpoints found that support tool/i, 'no-tools'],
  [/(?:tool|function)s? (?:use|calling|calls|choice)?\s*(?:is|are) not supported/i, 'no-tools'],
  [/invalid.?api.?key|api key not valid|incorrect api key|authentication_error/i, 'auth'],
  [/overloaded/i, 'overload'],
  [
    /rate.?limit|usage.?limit|quota (?:exceeded|exhausted)|too many requests|throttl/i,
    'rate-limit',
  ],
  [/(?:hourly|daily|weekly|monthly|session) limit|hit your limit|使用上限/i, 'rate-limit'],
]

const TRANSIENT: ReadonlySet<Fault> = new Set([
  'rate-limit',
  'overload',
  'timeout',
  'conflict',
  'malformed-answer',
])

/** Classifies a chain of errors, outermost first. */
export function findFault(chain: readonly unknown[], detail: string, now = Date.now()): Found {
  const known = chain.find((one) => AppError.is(one))
  if (AppError.is(known)) return ofOurs(known)
  const sent = chain.find((one) => one instanceof ServerError)
  const status = firstOf(chain, statusOf)
  const said = sent ? `${detail} ${codesOf(sent)}` : detail
  const worded = ofWords(said, status)
  const end = isLimit(status, worded) ? findOwnEnd(chain, { status, worded, now }) : undefined
  const fault =
    (sent && ofResponse(sent)) ??
    withEnd(worded, end) ??
    (status === undefined ? undefined : ofStatus(status))
  if (fault === undefined) return ofNetwork(chain, detail)
  if (fault === 'connection') return { fault, isTransient: true, detail, ...(sent && toKind(sent)) }
  return {
    fault,
    isTransient: TRANSIENT.has(fault),
    detail,
    ...(sent && toKind(sent)),
    ...(status !== undefined && { status }),
    ...(end && { retryAfterMs: end.afterMs }),
  }
}

/** Whether an error may say when to come back. */
function isLimit(status: number | undefined, worded: Fault | undefined): boolean {
  if (worded === 'rate-limit' || worded === 'overload') return true
  return status !== undefined && (LIMITING.has(status) || status >= 500)
}

interface Context {
  readonly status: number | undefined
  readonly worded: Fault | undefined
  readonly now: number
}

/** Many servers send with every response when their limits are reset: only a limit's own error means that time. */
function findOwnEnd(
  chain: readonly unknown[],
  { status, worded, now }: Context,
): LimitEnd | undefined {
  const end = findLimitEnd(chain, now)
  const isRateLimit = status === 429 || worded === 'rate-limit'
  return end?.isExplicit || isRateLimit ? end : undefined
}

/** A provider that says when to come back is not out of credit, whatever else it says. */
function withEnd(worded: Fault | undefined, end: LimitEnd | undefined): Fault | undefined {
  if (!end?.isExplicit || worded === 'rate-limit' || worded === 'overload') return worded
  return worded === 'billing' ? 'rate-limit' : undefined
}

/** Reads the fault that an error of ours carries. */
function ofOurs({ code, message, details }: AppError): Found {
  const said = details.data?.['fault']
  const fault = FAULTS.find((one) => one === said) ?? (code === 'limit' ? 'limit' : 'unknown')
  return { fault, isTransient: details.retryable ?? false, detail: message }
}

function toKind({ kind, status }: ServerError): Pick<Found, 'kind' | 'status'> {
  return { kind, status }
}

/** Statuses of servers that want fewer requests, or none for a while. */
const LIMITING: ReadonlySet<number> = new Set([402, 403, 408, 409, 425, 429])

/** Statuses that mean the same in a page as in an API's error. */
const PLAIN: ReadonlySet<number> = new Set([408, 413, 429])

/** The fault of a response that isn't an API's error; `undefined`: it is one. */
function ofResponse({ kind, status }: ServerError): Fault | undefined {
  if (kind === 'error') return undefined
  if (kind === 'empty' || kind === 'cut') return 'connection'
  if (kind === 'malformed-answer') return kind
  const isPlain = PLAIN.has(status) || (status >= 500 && status !== 511)
  return kind !== 'redirect' && isPlain ? ofStatus(status) : 'intercepted'
}

/** Returns the error codes of an API's response, such as `invalid_request_error`, separated by spaces. */
function codesOf({ data }: ServerError): string {
  const error = fieldOf(data, 'error')
  const fields = [data, error].flatMap((one) =>
    ['type', 'code', 'status'].map((name) => fieldOf(one, name)),
  )
  return fields.filter((field) => typeof field === 'string').join(' ')
}

function ofWords(detail: string, status: number | undefined): Fault | undefined {
  if (saysTooLong(detail, status)) return 'context-length'
  return WORDS.find(([words]) => words.test(detail))?.[1]
}

function ofStatus(status: number): Fault {
  if (status === 401 || status === 403) return 'auth'
  if (status === 402) return 'billing'
  if (status === 404) return 'no-model'
  if (status === 408 || status === 504) return 'timeout'
  if (status === 409) return 'conflict'
  if (status === 413) return 'context-length'
  if (status === 429) return 'rate-limit'
  return status >= 500 ? 'overload' : 'request'
}

function ofNetwork(chain: readonly unknown[], detail: string): Found {
  const code = firstOf(chain, codeOf) ?? ''
  if (isProxyRefusal(chain)) {
    const status = Number(/Proxy response \((\d+)\)/.exec(detail)?.[1] ?? 407)
    return { fault: 'intercepted', isTransient: false, detail, status }
  }
  if (code.startsWith('Z_')) return { fault: 'garbled', isTransient: true, detail }
  const isTimeout = TIMEOUTS.has(code) || chain.some(isTimeoutError)
  if (isTimeout) return { fault: 'timeout', isTransient: true, detail }
  if (UNREACHABLE.has(code)) return { fault: 'connection', isTransient: false, detail: code }
  if (/CERT|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/.test(code)) {
    return { fault: 'certificate', isTransient: false, detail: code }
  }
  const isHangUp =
    HANG_UPS.has(code) ||
    code.startsWith('HPE_') ||
    /terminated|socket hang up|premature close/i.test(detail)
  return isHangUp
    ? { fault: 'connection', isTransient: true, detail }
    : { fault: 'unknown', isTransient: false, detail }
}

/** A tunnel names the status; plain HTTP fails with an empty reason, which `fetch` has for 407 alone. */
function isProxyRefusal(chain: readonly unknown[]): boolean {
  return chain.some(
    (one) =>
      one instanceof Error && (one.message === '' || one.message.startsWith('Proxy response (')),
  )
}

function isTimeoutError(error: unknown): boolean {
  return error instanceof Error && /Timeout/.test(error.name)
}

function firstOf<T>(chain: readonly unknown[], read: (one: unknown) => T | undefined) {
  for (const one of chain) {
    const found = read(one)
    if (found !== undefined) return found
  }
  return undefined
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** OpenAI's and Anthropic's clients name it one way, Gemini's and Ollama's another. */
function statusOf(error: unknown): number | undefined {
  const status = ['status', 'statusCode', 'status_code'].map((name) => fieldOf(error, name))
  return status.find((one) => typeof one === 'number')
}

function codeOf(error: unknown): string | undefined {
  const code = fieldOf(error, 'code')
  return typeof code === 'string' ? code : undefined
}

import { isRecord, type Json, parseJson } from '#shared/lib/json.ts'

/**
 * What came in place of an answer: an error of an API, a web page, a redirect, something that is
 * neither a page nor an answer, nothing at all, the beginning of an answer, or the news that the
 * model wrote something that its own server can't read.
 */
type ServerErrorKind =
  | 'error'
  | 'page'
  | 'redirect'
  | 'foreign'
  | 'empty'
  | 'cut'
  | 'malformed-answer'

interface ServerErrorDetails {
  readonly kind: ServerErrorKind
  readonly status: number
  /** In the server's own words, without markup; may be empty. */
  readonly words?: string
  readonly headers?: Headers
  /** The parsed body. */
  readonly data?: unknown
}

const MAX_READ_CHARS = 20_000
const MAX_QUOTED_CHARS = 300

/** A response of a model's server, or of a proxy in front of it, that isn't an answer. */
export class ServerError extends Error {
  readonly kind: ServerErrorKind
  readonly status: number
  /** Whether the message is the server's, or made up here. */
  readonly hasWords: boolean
  readonly headers: Headers
  /** Private, so that no log writes it down: servers repeat keys. */
  readonly #data: unknown

  constructor({ kind, status, words = '', headers = new Headers(), data }: ServerErrorDetails) {
    super(words || `HTTP ${status}`)
    this.name = 'ServerError'
    this.kind = kind
    this.status = status
    this.hasWords = words !== ''
    this.headers = headers
    this.#data = data
  }

  get data(): unknown {
    return this.#data
  }

  /** Excludes the server's words: clients take an error that reads "timed out" for their own timeout. */
  override toString(): string {
    return `${this.name} (${this.status})`
  }
}

/** The error for a response with an error status, or for one with status 200 that is no answer. */
export function toServerError({ status, headers }: Response, text: string): ServerError {
  if (text.trim() === '') {
    return new ServerError({ kind: status < 300 ? 'empty' : 'error', status, headers })
  }
  if (isPage(headers, text)) {
    return new ServerError({ kind: 'page', status, words: pageWords(text), headers })
  }
  const data = parseJson(text)
  if (typeof data === 'object' && data !== null && status >= 300) {
    return new ServerError({ kind: 'error', status, words: findWords(data), headers, data })
  }
  const isJson = data !== undefined
  const words = isJson ? '' : tidy(text)
  // APIs deny access with JSON: other text with this status is from what stands between.
  const kind = status < 300 || status === 403 ? 'foreign' : 'error'
  return new ServerError({ kind, status, words, headers })
}

/**
 * Returns the error that a body or an event of status 200 reports, if any. After the first events
 * of an answer, an error that blames the request is the server's own: it had accepted the request.
 */
export function findReportedError(body: unknown, isLate = false): ServerError | undefined {
  const first: unknown = Array.isArray(body) ? body[0] : body
  if (!isRecord(first)) return undefined
  const error = reportedIn(first)
  if (!error) return undefined
  const status = statusOf(error, first)
  const isOurFault = status >= 400 && status < 500 && !PASSING.has(status)
  return new ServerError({
    kind: 'error',
    status: isLate && isOurFault ? 502 : status,
    words: findWords(error),
    data: first,
  })
}

/** Statuses below 500 that say nothing against the request. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 413, 429])

/** What servers report by name alone. */
const STATUS_OF: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  invalid_api_key: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  model_not_found: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  api_error: 500,
  server_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

function reportedIn(body: Json): unknown {
  const { type, object, error, choices, response } = body
  const [choice] = Array.isArray(choices) ? choices : []
  if (isRecord(choice)) return reportedInChoice(choice, error)
  if (isRecord(response) && response['error']) return response['error']
  // OpenAI's responses end with an event of their own, or with the error itself as the event.
  if (typeof type === 'string' && FAILED.has(type)) {
    return (isRecord(response) ? response['error'] : undefined) ?? error ?? body
  }
  if (error) return error
  const ended = isRecord(response) ? response : body
  if (ended['object'] === 'response' && FAILED.has(`response.${ended['status']}`)) return ended
  return type === 'error' || object === 'error' || isBareError(body) ? body : undefined
}

/** Fields that an answer has, or a piece of one. */
const ANSWER_FIELDS = ['choices', 'candidates', 'type', 'id', 'done', 'usage', 'usageMetadata']

/** Some gateways and frameworks report an error by their words alone. */
function isBareError(body: Json): boolean {
  if (ANSWER_FIELDS.some((name) => name in body)) return false
  const { errors, base_resp: minimax } = body
  if (Array.isArray(errors) && errors.length > 0) return true
  if (isRecord(minimax)) return Number(minimax['status_code'] ?? 0) !== 0
  return ['message', 'detail', 'msg'].some((name) => typeof body[name] === 'string')
}

const FAILED: ReadonlySet<string> = new Set([
  'response.failed',
  'response.cancelled',
  'response.error',
])

/** OpenRouter reports an error beside a choice or within it. Other choices may have warnings beside. */
function reportedInChoice(choice: Json, beside: unknown): unknown {
  const { finish_reason: reason, error } = choice
  return FAILED_REASONS.has(String(reason).toLowerCase()) ? error || beside || choice : error
}

/** Finish reasons of answers that a server couldn't complete: OpenRouter's, GLM's, DeepSeek's, vLLM's, Cohere's. */
const FAILED_REASONS: ReadonlySet<string> = new Set([
  'error',
  'network_error',
  'insufficient_system_resource',
  'abort',
  'error_limit',
])

function statusOf(error: unknown, body: Json): number {
  const fields = [isRecord(error) ? error : {}, body].flatMap((one) => [
    one['code'],
    one['status'],
    one['type'],
  ])
  const statuses = fields.flatMap((field) => STATUS_OF[String(field)] ?? (Number(field) || []))
  return statuses.find((status) => status >= 400 && status < 600) ?? 502
}

const WORD_FIELDS = [
  'error',
  'message',
  'base_resp',
  'status_msg',
  'detail',
  'msg',
  'error_description',
  'errors',
  'title',
]

function findWords(value: unknown): string {
  return tidy(wordsIn(value))
}

/** Gateways put an upstream's error into theirs as text, OpenRouter beside its own. */
function wordsIn(value: unknown): string {
  if (typeof value === 'string') {
    const nested = /^\s*[{[]/.test(value) ? parseJson(value) : undefined
    return (nested === undefined ? '' : wordsIn(nested)) || value
  }
  if (Array.isArray(value)) return value.map(wordsIn).filter(Boolean).join('; ')
  if (!isRecord(value)) return ''
  const own = WORD_FIELDS.map((field) => wordsIn(value[field])).find(Boolean) ?? ''
  const { metadata } = value
  const upstream = isRecord(metadata) ? wordsIn(metadata['raw']) : ''
  return [own, upstream].filter(Boolean).join(': ')
}

function isPage(headers: Headers, text: string): boolean {
  return /^\s*</.test(text) || /text\/html/i.test(headers.get('content-type') ?? '')
}

function pageWords(text: string): string {
  return tidy(
    text
      .slice(0, MAX_READ_CHARS)
      .replaceAll(/<(?:script|style)\b[^<]*(?:<(?!\/(?:script|style))[^<]*)*/gi, ' ')
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/&(\w{2,6}|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity),
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
}

/** One line, without the stack that some servers append. */
function tidy(text: string): string {
  const [words = ''] = text.slice(0, MAX_READ_CHARS).split(/\n {2,}at /)
  return words.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_QUOTED_CHARS)
}

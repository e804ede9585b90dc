import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { SseError } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { AppError } from '#shared/lib/app-error.ts'
import { ellipsize, ellipsizeStart } from '#shared/lib/truncate-text.ts'
import { ProgramTransport } from './program-transport.ts'

const UNAUTHORIZED = 401
const FORBIDDEN = 403

/** Whether a server wants to know first who a person is. */
export function wantsSignIn(error: unknown): boolean {
  if (error instanceof UnauthorizedError) return true
  return error instanceof StreamableHTTPError || error instanceof SseError
    ? error.code === UNAUTHORIZED
    : false
}

/** Whether it says that a server is ill or gone, and not that it answered. */
export function isIll(error: unknown): boolean {
  if (!(error instanceof McpError)) return !AppError.is(error) || error.code === 'unavailable'
  return isTimeout(error) || isClosed(error)
}

const TIMEOUTS = [': Request timed out', ': Maximum total timeout exceeded']

/** Servers give errors of their own the SDK's codes: only its words tell them apart. */
function isTimeout({ code, message }: McpError): boolean {
  return code === Number(ErrorCode.RequestTimeout) && TIMEOUTS.some((end) => message.endsWith(end))
}

function isClosed({ code, message }: McpError): boolean {
  return code === Number(ErrorCode.ConnectionClosed) && message.endsWith(': Connection closed')
}

/** The SDK names these in its messages alone. */
const OTHER_VERSION = 'protocol version is not supported: '
const OTHER_TYPE = 'Unexpected content type: '

/** Why there is no connection, in sentences. */
export function explainTrouble(error: unknown, transport: Transport | undefined): string {
  if (!(transport instanceof ProgramTransport)) return tell(error)
  const { ending, said, noise } = transport
  const why = ending === undefined ? tell(error) : `It ended with ${ending}.`
  if (said !== '') return `${why} It said: ${lastLines(said)}`
  if (noise === '') return why
  return `${why} It printed a line that isn’t a message: ${firstOf(noise)}`
}

function tell(error: unknown): string {
  if (AppError.is(error)) return error.message
  if (error instanceof McpError) return formatMcpError(error)
  if (error instanceof StreamableHTTPError || error instanceof SseError) return tellHttp(error)
  if (error instanceof Error && error.name === 'TimeoutError') return 'It did not answer in time.'
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error) return tellCause(cause)
  return error instanceof Error ? formatOtherError(error) : String(error)
}

function formatMcpError(error: McpError): string {
  if (isTimeout(error)) return 'It did not answer in time.'
  if (isClosed(error)) return 'It broke the connection off.'
  return error.message.replace(/^MCP error -?\d+: /, '')
}

function formatOtherError({ name, message }: Error): string {
  if (name === 'ZodError') return 'It answered with JSON that isn’t an MCP message.'
  if (name === 'SyntaxError') return 'It answered with text that isn’t JSON.'
  const version = findAfter(message, OTHER_VERSION)
  return version === undefined ? message : `It speaks MCP ${version}, which isn’t supported.`
}

function tellHttp({ code, message }: StreamableHTTPError | SseError): string {
  if (code === UNAUTHORIZED) return 'It wants you to sign in.'
  if (code === FORBIDDEN) return 'It refuses us (403): check what its headers or the sign-in allow.'
  if (code === undefined || code < 0) return formatContentType(message)
  return `It answered with ${code}: ${firstOf(message.replace(/^.*?error: /i, ''))}`
}

function formatContentType(message: string): string {
  const type = findAfter(message, OTHER_TYPE)
  return type === undefined
    ? message
    : `It answered with ${type} instead of JSON or events. Check its address.`
}

function findAfter(message: string, words: string): string | undefined {
  const at = message.indexOf(words)
  return at < 0 ? undefined : message.slice(at + words.length)
}

/** What lies behind a `fetch failed`. */
function tellCause(cause: Error): string {
  return 'code' in cause
    ? tellNetwork(String(cause.code))
    : `It could not be reached: ${cause.message}.`
}

function tellNetwork(code: string): string {
  if (code === 'ECONNREFUSED') return 'Nothing listens at its address.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Its address is not known.'
  return `It could not be reached (${code}).`
}

const SAID_LINES = 4
const SAID_CHARS = 400

function lastLines(said: string): string {
  return ellipsizeStart(said.split('\n').slice(-SAID_LINES).join(' '), SAID_CHARS)
}

function firstOf(text: string): string {
  return ellipsize(text.replaceAll(/\s+/g, ' ').trim(), SAID_CHARS)
}

import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { SseError } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { AppError } from '#shared/error.ts'
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
  const { code } = error
  return [ErrorCode.RequestTimeout, ErrorCode.ConnectionClosed].some((one) => one === code)
}

/** Why there is no connection, in sentences. */
export function explainTrouble(error: unknown, transport: Transport | undefined): string {
  if (!(transport instanceof ProgramTransport)) return tell(error)
  const { ending, said } = transport
  const why = ending === undefined ? tell(error) : `It ended with ${ending}.`
  return said === '' ? why : `${why} It said: ${lastLines(said)}`
}

function tell(error: unknown): string {
  if (AppError.is(error)) return error.message
  if (error instanceof McpError) return tellMcp(error)
  if (error instanceof StreamableHTTPError || error instanceof SseError) return tellHttp(error)
  if (error instanceof Error && error.name === 'TimeoutError') return 'It did not answer in time.'
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error) return tellCause(cause)
  return error instanceof Error ? error.message : String(error)
}

function tellMcp({ code, message }: McpError): string {
  if (code === Number(ErrorCode.RequestTimeout)) return 'It did not answer in time.'
  if (code === Number(ErrorCode.ConnectionClosed)) return 'It broke the connection off.'
  return message.replace(/^MCP error -?\d+: /, '')
}

function tellHttp({ code, message }: StreamableHTTPError | SseError): string {
  if (code === UNAUTHORIZED) return 'It wants you to sign in.'
  if (code === FORBIDDEN) return 'It refuses us (403): check what its headers or the sign-in allow.'
  if (code === undefined || code < 0) return message
  return `It answered with ${code}: ${firstOf(message.replace(/^.*?error: /i, ''))}`
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
  return said.split('\n').slice(-SAID_LINES).join(' ').slice(-SAID_CHARS)
}

function firstOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, SAID_CHARS)
}

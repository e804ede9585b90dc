import type { McpServer } from '#shared/contract/mcp.ts'
import { formatClock, formatNumber } from '../../ui/format.ts'

/** How a server is, in a word. */
export const stateWords: Readonly<Record<McpServer['state'], string>> = {
  off: 'off',
  untrusted: 'not trusted',
  idle: 'not needed yet',
  connecting: 'connecting',
  ready: 'ready',
  failed: 'failed',
  'sign-in': 'sign in',
}

export const stateTones: Readonly<Record<McpServer['state'], 'plain' | 'warn' | 'error'>> = {
  off: 'plain',
  untrusted: 'warn',
  idle: 'plain',
  connecting: 'plain',
  ready: 'plain',
  failed: 'error',
  'sign-in': 'warn',
}

/** What matters of it in a line. */
export function formatServer({ state, error, tools, leftOut, words }: McpServer): string {
  switch (state) {
    case 'ready':
      return [formatNumber(tools.length, 'tool'), formatLeftOut(leftOut)].filter(Boolean).join(', ')
    case 'failed':
    case 'sign-in':
      return error ?? words
    default:
      return words
  }
}

function formatLeftOut(leftOut: McpServer['leftOut']): string {
  const { length } = leftOut.filter(({ tool }) => tool !== undefined)
  return length === 0 ? '' : `${length} left out`
}

/** Since when it is so, and what comes next. */
export function tellSince({ state, since, retryAt }: McpServer): string {
  const next = retryAt === undefined ? '' : `, tried again at ${formatClock(retryAt)}`
  return `${stateWords[state]} since ${formatClock(since)}${next}`
}

const transports: Readonly<Record<McpServer['transport'], string>> = {
  stdio: 'a program of this machine',
  http: 'HTTP',
  sse: 'HTTP with server-sent events',
  docker: 'Docker’s gateway',
}

export function tellTransport({ transport }: McpServer): string {
  return transports[transport]
}

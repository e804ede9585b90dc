import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { AppError } from '#shared/error.ts'
import { type McpEntry, transportOf } from '#shared/mcp.ts'
import type { AgentEnvironment } from '../../agent-environment.ts'
import { commandOf } from './configured.ts'
import type { OAuthKeeper } from './oauth-keeper.ts'
import { ProgramTransport } from './program-transport.ts'

export interface TransportOptions {
  /** With what it refers to put in. */
  readonly entry: McpEntry
  readonly env: AgentEnvironment
  /** Where programs are started. */
  readonly root: string
  readonly fetch: typeof globalThis.fetch
  /** Absent: nobody has signed in to it. */
  readonly keeper?: OAuthKeeper
}

export type WebTransport = StreamableHTTPClientTransport | SSEClientTransport

/**
 * Ways to a server, the likelier first: an address alone does not say which of the two it speaks. None
 * is begun with yet.
 */
export function openTransports(options: TransportOptions): readonly (() => Transport)[] {
  const { entry } = options
  const kind = transportOf(entry)
  if (kind === 'stdio' || kind === 'docker') return [() => openProgram(options)]
  const http = () => openHttp(options)
  const sse = () => openSse(options)
  if (kind === 'sse') return [sse]
  return entry.type === undefined ? [http, sse] : [http]
}

function openProgram({ entry, env, root }: TransportOptions): ProgramTransport {
  const { command = '', args } = commandOf(entry)
  const given = { ...env.read(), ...entry.env }
  return new ProgramTransport({ command, args, env: given, cwd: entry.cwd ?? root })
}

export function openHttp(options: TransportOptions): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(addressOf(options.entry), toWebOptions(options))
}

export function openSse(options: TransportOptions): SSEClientTransport {
  return new SSEClientTransport(addressOf(options.entry), toWebOptions(options))
}

function toWebOptions({ entry, fetch, keeper }: TransportOptions) {
  const { headers } = entry
  return { fetch, requestInit: { headers }, ...(keeper && { authProvider: keeper }) }
}

function addressOf({ url = '' }: McpEntry): URL {
  const address = URL.parse(url)
  if (address && /^https?:$/.test(address.protocol)) return address
  throw new AppError('invalid-input', 'Its address is no http address. Correct it.')
}

import { SSEClientTransport, SseError } from '@modelcontextprotocol/sdk/client/sse.js'
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { AppError, endSentence } from '#shared/lib/app-error.ts'
import { type McpEntry, transportOf } from '#shared/mcp/mcp-entry.ts'
import type { AgentEnvironment } from '../../processes/agent-environment.ts'
import { commandOf } from './configuration/configured-servers.ts'
import { type LiveOptions, LiveServer } from './live-server.ts'
import { explainTrouble, wantsSignIn } from './transport/explain-failure.ts'
import type { OAuthKeeper } from './transport/oauth-tokens.ts'
import { ProgramTransport } from './transport/program-transport.ts'

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

export interface OpenServerOptions extends TransportOptions {
  readonly live: LiveOptions
}

/** Connects to a server, by the way it speaks. Fails with a sentence, or with its wish for a sign-in. */
export async function openServer({ live, ...options }: OpenServerOptions): Promise<LiveServer> {
  const ways = openTransports(options)
  for (const [index, open] of ways.entries()) {
    const transport = open()
    try {
      return await LiveServer.connect(transport, live)
    } catch (error) {
      if (index === ways.length - 1 || !speaksOtherwise(error)) throw explain(error, transport)
    }
  }
  throw new AppError('unavailable', 'There is no way to it.')

  function explain(error: unknown, transport: Transport): unknown {
    if (live.signal.aborted) return error
    if (wantsSignIn(error)) return namesSomebody(options.entry) ? refused(error) : error
    const trouble = explainTrouble(error, transport)
    const withheld = explainWithheld(transport, options)
    const message = withheld ? `${endSentence(trouble)} ${withheld}` : trouble
    return new AppError('unavailable', message, { cause: error })
  }
}

/** Why a program may have ended: it named variables that it isn't given. */
function explainWithheld(transport: Transport, { entry, env }: TransportOptions): string {
  if (!(transport instanceof ProgramTransport)) return ''
  const found = env.findWithheldIn(`${transport.said} ${transport.noise}`)
  const names = found.filter((name) => !(name in entry.env))
  if (names.length === 0) return ''
  return `Orrery withholds ${names.join(', ')} from servers. Name what it needs in its entry, or allow it with orrery settings environment.allow ${names.join(',')}, and restart the server.`
}

/** Who is sent along with each request needs no sign-in: the server does not take it. */
function namesSomebody({ headers }: McpEntry): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
}

function refused(cause: unknown): AppError {
  const message = 'It refuses the Authorization that its entry names (401).'
  return new AppError('unavailable', message, { cause })
}

/** There is a server at the address, and it does not know what was asked. */
function speaksOtherwise(error: unknown): boolean {
  if (!(error instanceof StreamableHTTPError || error instanceof SseError)) return false
  const isAskedWho = wantsSignIn(error)
  return !isAskedWho && error.code !== undefined && error.code >= 400 && error.code < 500
}

export type WebTransport = StreamableHTTPClientTransport | SSEClientTransport

/**
 * Ways to a server, the likelier first: an address alone does not say which of the two it speaks. None
 * is begun with yet.
 */
function openTransports(options: TransportOptions): readonly (() => Transport)[] {
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
  const isPathTrusted = Object.keys(entry.env).some((name) => name.toUpperCase() === 'PATH')
  return new ProgramTransport({
    command,
    args,
    env: given,
    cwd: entry.cwd ?? root,
    isPathTrusted,
  })
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

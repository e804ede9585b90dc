import { SseError } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { AppError } from '#shared/error.ts'
import type { McpEntry } from '#shared/mcp.ts'
import { explainTrouble, wantsSignIn } from './explain-trouble.ts'
import { type LiveOptions, LiveServer } from './live-server.ts'
import { openTransports, type TransportOptions } from './open-transport.ts'
import { ProgramTransport } from './program-transport.ts'

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

function endSentence(text: string): string {
  return /[.!?]$/u.test(text) ? text : `${text}.`
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

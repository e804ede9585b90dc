import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { AppError } from '#shared/lib/app-error.ts'
import { ellipsize } from '#shared/lib/truncate-text.ts'
import { transportOf } from '#shared/mcp/mcp-entry.ts'
import { orAborted } from '../../runtime/or-aborted.ts'
import { openHttp, openSse, type TransportOptions, type WebTransport } from './open-server.ts'
import { explainTrouble, wantsSignIn } from './transport/explain-failure.ts'
import { type KeeperOptions, OAuthKeeper } from './transport/oauth-tokens.ts'

export interface SignInOptions {
  readonly transport: Omit<TransportOptions, 'keeper'>
  readonly keeper: Omit<KeeperOptions, 'redirect'>
  readonly connectMs: number
  /** How long a person may take for it. */
  readonly personMs?: number
  /** Told once the person has come back, and why it did not work where it did not. */
  readonly onDone: (error?: string) => void
}

const PERSON_MS = 10 * 60_000

/** A sign-in that a person is about to go through, in a browser. */
export interface SignIn extends Disposable {
  readonly url: string
}

/**
 * Finds out where a person signs in to a server, and waits on this machine for them to come back from
 * there: with authorization code and PKCE, as somebody the server has registered for this.
 */
export async function beginSignIn(options: SignInOptions): Promise<SignIn> {
  using unfinished = new DisposableStack()
  const server = unfinished.adopt(await listen(), (one) => one.close())
  const state = randomUUID()
  const redirect = { url: `http://127.0.0.1:${portOf(server)}/callback`, state }
  const keeper = new OAuthKeeper({ ...options.keeper, redirect })
  const transport = toTransport({ ...options.transport, keeper })
  unfinished.defer(() => void transport.close())
  const url = await askWhere(keeper, transport, options.connectMs)
  const timer = setTimeout(
    () => finish('Nobody signed in within ten minutes.'),
    options.personMs ?? PERSON_MS,
  )
  const held = unfinished.move()
  held.defer(() => clearTimeout(timer))
  const finish = (error?: string) => {
    held.dispose()
    options.onDone(error)
  }
  answer(server, { state, transport, finish })
  return { url: url.href, [Symbol.dispose]: () => held.dispose() }
}

async function listen(): Promise<Server> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

function toTransport(options: TransportOptions): WebTransport {
  return transportOf(options.entry) === 'sse' ? openSse(options) : openHttp(options)
}

/** The server refuses us, and with that says where to go. */
async function askWhere(
  keeper: OAuthKeeper,
  transport: WebTransport,
  connectMs: number,
): Promise<URL> {
  const client = new Client({ name: 'orrery', version: '1' })
  const inTime = AbortSignal.timeout(connectMs)
  try {
    await orAborted(client.connect(transport, { timeout: connectMs }), inTime)
  } catch (error) {
    if (keeper.asked) return checked(keeper.asked)
    if (wantsSignIn(error)) throw refused('It does not say where to sign in.')
    throw refused(explainTrouble(error, undefined))
  }
  throw refused('It lets us in without.')
}

function refused(why: string): AppError {
  return new AppError('unavailable', `Nobody can sign in to it. ${why}`)
}

/** It comes from the server, and is opened by a person's browser. */
function checked(url: URL): URL {
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)) return url
  throw refused(`It would send you to ${url.protocol}//${url.host}, which is not safe.`)
}

interface Waiting {
  readonly state: string
  readonly transport: WebTransport
  readonly finish: (error?: string) => void
}

function answer(server: Server, { state, transport, finish }: Waiting): void {
  server.on('request', (request, response) => {
    const url = URL.parse(request.url ?? '', 'http://127.0.0.1')
    const say = (status: number, text: string) => {
      const type = 'text/plain; charset=utf-8'
      response.writeHead(status, { 'content-type': type, connection: 'close' }).end(text)
    }
    // Who does not know the state was not sent by us.
    if (url?.pathname !== '/callback' || url.searchParams.get('state') !== state) {
      say(404, 'There is nothing here.')
      return
    }
    const code = url.searchParams.get('code')
    if (code === null) {
      const why = url.searchParams.get('error_description') ?? url.searchParams.get('error')
      say(200, 'You are not signed in. You can close this page.')
      finish(`The sign-in was refused${why ? `: ${ellipsize(why, 200)}` : ''}.`)
      return
    }
    void exchange(transport, code).then((error) => {
      say(200, error ?? 'You are signed in. You can close this page.')
      finish(error)
    })
  })
}

async function exchange(transport: WebTransport, code: string): Promise<string | undefined> {
  try {
    await transport.finishAuth(code)
    return undefined
  } catch (error) {
    return `The sign-in did not work. ${explainTrouble(error, undefined)}`
  }
}

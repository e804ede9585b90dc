import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { call, type Handlers, stream } from '#shared/contract/procedures/define.ts'
import { PROTOCOL } from '#shared/wire/protocol.ts'
import type { Beyond } from '../../src-main/remote-access.ts'
import { startServer } from '../../src-main/server/server.ts'
import { serve } from '../../src-main/transports/serve-contract.ts'
import { temporaryFolder } from './store-fixture.ts'

const contract = {
  'echo.say': call(z.object({ text: z.string() }), z.string()),
  'echo.fill': call(z.object({ bytes: z.int() }), z.string()),
  'echo.pour': stream(z.object({ bytes: z.int() }), z.object({ data: z.string() })),
} as const

interface Asked {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** For tests: a server before a host that echoes, with a bundle of two files and a secret beside it. */
export interface ServerFixture extends AsyncDisposable {
  readonly port: number
  readonly origin: string
  readonly clock: { time: number }
  /** How many items of `echo.pour` have been made so far. */
  poured(): number
  ask(asked: Asked): Promise<Answered>
  newTicket(): string
  /** Shows something to be let in, as a page does that has these headers. */
  show(admission: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>
  newToken(): Promise<string>
  /** The status the upgrade is refused with, or the protocol that was agreed. */
  tryToOpen(
    protocols: readonly string[],
    headers: Readonly<Record<string, string>>,
  ): Promise<number | string>
  openSocket(token?: string): Promise<WebSocket>
  /** A connection that speaks in bytes, once these were sent. */
  openRaw(bytes?: string | Uint8Array): Promise<Socket>
  /** The same, after the handshake of a window that was let in. */
  openRawWindow(): Promise<Socket>
}

export async function openServerFixture(beyond?: Beyond): Promise<ServerFixture> {
  await using owned = new AsyncDisposableStack()
  const { path: folder } = owned.use(temporaryFolder())
  const rendererDir = writeBundle(folder)
  const clock = { time: 0, now: () => clock.time }
  const echo = createEcho()
  const onChannel = (channel: Parameters<typeof serve>[0]) =>
    void serve(channel, { contract, handlers: echo.handlers, report: () => undefined })
  const server = owned.use(await startServer({ port: 0, rendererDir, clock, beyond, onChannel }))
  const address = `127.0.0.1:${server.port}`
  const origin = `http://${address}`
  const ask = (asked: Asked) => askServer(server.port, asked)
  const newTicket = () => new URL(server.createLink()).hash.replace('#ticket=', '')
  const show = (admission: unknown, headers: Readonly<Record<string, string>> = { origin }) =>
    ask({ path: '/auth', method: 'POST', headers, body: JSON.stringify(admission) })
  const newToken = async () => String(JSON.parse((await show({ ticket: newTicket() })).text).token)
  const openRaw = (bytes?: string | Uint8Array) => openConnection(server.port, bytes)
  const disposables = owned.move()
  return {
    port: server.port,
    origin,
    clock,
    poured: echo.poured,
    ask,
    newTicket,
    show,
    newToken,
    tryToOpen: (protocols, headers) => tryUpgrade(server.port, protocols, headers),
    openSocket: async (token) => openWindow(address, token ?? (await newToken())),
    openRaw,
    openRawWindow: async () => shakeHands(await openRaw(), address, await newToken()),
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}

function writeBundle(folder: string): string {
  const rendererDir = join(folder, 'renderer')
  mkdirSync(join(rendererDir, 'assets'), { recursive: true })
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Orrery</title>')
  writeFileSync(join(rendererDir, 'assets', 'a-1.js'), 'export {}')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  return rendererDir
}

function createEcho() {
  let poured = 0
  const handlers: Handlers<typeof contract> = {
    'echo.say': async ({ text }) => text,
    'echo.fill': async ({ bytes }) => 'x'.repeat(bytes),
    'echo.pour': async function* ({ bytes }) {
      for (;;) {
        poured += 1
        yield { data: 'x'.repeat(bytes) }
      }
    },
  }
  return { handlers, poured: () => poured }
}

function askServer(
  port: number,
  { path, method = 'GET', headers = {}, body }: Asked,
): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const asking = request({ host: '127.0.0.1', port, path, method, headers })
  asking.on('response', (response) => {
    let text = ''
    response.on('data', (chunk) => (text += String(chunk)))
    const { statusCode: status = 0, headers: answered } = response
    response.on('end', () => resolve({ status, headers: answered, text }))
  })
  asking.on('error', reject)
  asking.end(body)
  return promise
}

function tryUpgrade(
  port: number,
  protocols: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<number | string> {
  const { promise, resolve } = Promise.withResolvers<number | string>()
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, [...protocols], { headers })
  socket.on('open', () => {
    resolve(socket.protocol)
    socket.terminate()
  })
  socket.on('unexpected-response', (_request, response) => {
    resolve(response.statusCode ?? 0)
    socket.terminate()
  })
  socket.on('error', () => resolve('error'))
  return promise
}

async function openWindow(address: string, token: string): Promise<WebSocket> {
  const origin = `http://${address}`
  const socket = new WebSocket(`ws://${address}/ws`, [PROTOCOL, `bearer.${token}`], { origin })
  await once(socket, 'open')
  return socket
}

async function openConnection(port: number, bytes?: string | Uint8Array): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  if (bytes !== undefined) socket.write(bytes)
  return socket
}

async function shakeHands(socket: Socket, address: string, token: string): Promise<Socket> {
  socket.write(
    [
      'GET /ws HTTP/1.1',
      `host: ${address}`,
      `origin: http://${address}`,
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
      `sec-websocket-protocol: ${PROTOCOL}, bearer.${token}`,
      '\r\n',
    ].join('\r\n'),
  )
  await once(socket, 'data')
  return socket
}

/** What a window is answered; it fails where the host does not answer any more. */
export async function echo(socket: WebSocket, text: string): Promise<string> {
  const answered = once(socket, 'message')
  socket.send(JSON.stringify([{ type: 'start', id: 1, path: 'echo.say', input: { text } }]))
  const [data] = await answered
  return String(JSON.parse(String(data))[0].value)
}

/** All that a connection is told until it ends. */
export async function hearOut(socket: Socket): Promise<Buffer> {
  const heard: Buffer[] = []
  socket.on('data', (chunk: Buffer) => heard.push(chunk))
  if (!socket.destroyed) await once(socket, 'close')
  return Buffer.concat(heard)
}

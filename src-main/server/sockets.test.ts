import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { PROTOCOL } from '#shared/wire/protocol.ts'
import { createDoorkeeper, loopbackPlaces } from './request-guard.ts'
import { acceptSockets } from './sockets.ts'
import { Tickets } from './tickets.ts'

const HEARTBEAT_MS = 15_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

interface Opened extends Disposable {
  readonly socket: WebSocket
}

/** A socket that was let in, at a server of its own. */
async function openSocket(options: ClientOptions = {}): Promise<Opened> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // It listens on a port: its address is neither a pipe’s nor absent.
  const { port } = server.address() as AddressInfo
  const tickets = new Tickets({ now: () => 0 })
  const doorkeeper = createDoorkeeper(loopbackPlaces(port))
  const accepting = acceptSockets(server, {
    tickets,
    doorkeeper,
    crowd: { know: () => undefined },
    onChannel: () => undefined,
  })
  const protocols = [PROTOCOL, `bearer.${tickets.redeem(tickets.issue())}`]
  const address = `127.0.0.1:${port}`
  const origin = `http://${address}`
  const socket = new WebSocket(`ws://${address}/ws`, protocols, { origin, ...options })
  await once(socket, 'open')
  return {
    socket,
    [Symbol.dispose]() {
      accepting[Symbol.dispose]()
      server.close()
    },
  }
}

/** Whether the other end still answers; it has read all that was sent before. */
async function isAnswered(socket: WebSocket): Promise<boolean> {
  const answered = once(socket, 'pong').then(() => true)
  const closed = once(socket, 'close').then(() => false)
  socket.ping()
  return Promise.race([answered, closed])
}

test('a socket that answers stays, also at a host too busy to read the answer in time', async () => {
  using opened = await openSocket()
  for (let round = 0; round < 3; round++) {
    // Both are due before anything that has arrived is read.
    vi.advanceTimersByTime(HEARTBEAT_MS)
    vi.advanceTimersByTime(HEARTBEAT_MS)
    expect(await isAnswered(opened.socket)).toBe(true)
  }
})

test('a socket that leaves two heartbeats unanswered is dropped', async () => {
  using opened = await openSocket({ autoPong: false })
  for (let missed = 1; missed <= 2; missed++) {
    const asked = once(opened.socket, 'ping')
    vi.advanceTimersByTime(HEARTBEAT_MS)
    await asked
  }
  const closed = once(opened.socket, 'close')
  vi.advanceTimersByTime(HEARTBEAT_MS)
  await closed
})

import { once } from 'node:events'
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { MAX_FRAME_BYTES, PROTOCOL } from '#shared/wire/protocol.ts'
import {
  echo,
  hearOut,
  openServerFixture,
  type ServerFixture,
} from '../../test/support/server-fixture.ts'

const MIB = 1024 * 1024
const GIB = 1024 * MIB
const TOO_BIG = 1009
/** For what comes over the network, on a busy machine too. */
const SOON = { timeout: 60_000 }
let server: ServerFixture
/** A window that was there before, and is not to notice anything. */
let earlier: WebSocket

beforeAll(async () => {
  server = await openServerFixture()
  earlier = await server.openSocket()
})

afterAll(async () => {
  earlier.terminate()
  await server[Symbol.asyncDispose]()
})

async function expectAnswers(): Promise<void> {
  expect(await echo(earlier, 'still there')).toBe('still there')
}

/** A client's frame, masked by nothing but zeros, that claims so many bytes. */
function frameHead(opcode: number, isLast: boolean, bytes: number): Buffer {
  const head = Buffer.alloc(14)
  head[0] = (isLast ? 0x80 : 0) | opcode
  head[1] = 0x80 | 127
  head.writeBigUInt64BE(BigInt(bytes), 2)
  return head
}

/** The code of the close frame that something ends with: four bytes without a reason. */
function closeCode(heard: Buffer): number {
  const at = heard.lastIndexOf(Buffer.from([0x88, 2]))
  return at < 0 ? 0 : heard.readUInt16BE(at + 2)
}

test('a frame that is too large, binary or nonsense ends its socket, and that one only', async () => {
  for (const data of [
    'x'.repeat(MAX_FRAME_BYTES + 1),
    Buffer.from('[]'),
    'nonsense',
    '[{"id":1}]',
  ]) {
    const socket = await server.openSocket()
    const closed = once(socket, 'close')
    socket.on('error', () => undefined)
    socket.send(data)
    expect((await closed)[0]).toBeGreaterThan(1000)
  }
  await expectAnswers()
})

test('a message that claims to have a gigabyte is not waited for', async () => {
  const raw = await server.openRawWindow()
  raw.write(frameHead(1, true, GIB))
  const [answer] = await once(raw, 'data')
  expect(closeCode(answer)).toBe(TOO_BIG)
  raw.destroy()
  await expectAnswers()
})

test('a gigabyte in pieces is refused once it is too much, and not kept', async () => {
  const raw = await server.openRawWindow()
  let heard = Buffer.alloc(0)
  raw.on('data', (chunk: Buffer) => (heard = Buffer.concat([heard, chunk])))
  const before = process.memoryUsage.rss()
  const piece = Buffer.alloc(MIB)
  let sent = 0
  for (; sent < GIB && heard.length === 0; sent += MIB) {
    raw.write(frameHead(sent === 0 ? 1 : 0, false, MIB))
    await new Promise((resolve) => raw.write(piece, resolve))
  }
  expect([closeCode(heard), sent < 64 * MIB]).toEqual([TOO_BIG, true])
  // What comes after it is read, so that the other end is told, and dropped.
  for (let more = 0; more < 256; more++) await new Promise((resolve) => raw.write(piece, resolve))
  raw.destroy()
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MIB)
  await expectAnswers()
})

test('a socket that never reads is sent what it gave credit for, and no more', async () => {
  const raw = await server.openRawWindow()
  raw.pause()
  const before = server.poured()
  writeText(raw, [{ type: 'start', id: 1, path: 'echo.pour', input: { bytes: MIB } }])
  await vi.waitUntil(() => server.poured() - before === 8, SOON)
  await expectAnswers()
  expect(server.poured() - before).toBe(8)
  raw.destroy()
})

test('a socket that asks and asks, and never reads the answers, is ended', async () => {
  const raw = await server.openRawWindow()
  raw.pause()
  let asked = 0
  // That it was ended is learned by writing to it.
  while (!raw.destroyed && asked < 500) {
    asked += 1
    writeText(raw, [{ type: 'start', id: asked, path: 'echo.fill', input: { bytes: MIB } }])
    await expectAnswers()
  }
  expect(asked).toBeLessThan(500)
})

function writeText(raw: Socket, message: unknown): void {
  const text = Buffer.from(JSON.stringify(message))
  raw.write(frameHead(1, true, text.length))
  raw.write(text)
}

test('a thousand sockets by one token: so many as a window may need, and the earlier one answers', async () => {
  const protocols = [PROTOCOL, `bearer.${await server.newToken()}`]
  const { origin, port } = server
  const sockets: WebSocket[] = []
  const outcomes = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, protocols, { origin })
      sockets.push(socket)
      const { promise, resolve } = Promise.withResolvers<string>()
      socket.on('open', () => resolve('open'))
      socket.on('error', () => resolve('refused'))
      return promise
    }),
  )
  expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(32)
  await expectAnswers()
  expect(await server.tryToOpen(protocols, { origin })).toBe(429)
  for (const socket of sockets) socket.terminate()
  await vi.waitUntil(async () => (await server.tryToOpen(protocols, { origin })) === PROTOCOL, SOON)
})

test('a thousand connections that say nothing: the oldest give way, and a new window opens', async () => {
  const raws: Socket[] = []
  for (let count = 0; count < 1000; count++) raws.push(await server.openRaw())
  await expectAnswers()
  const window = await server.openSocket()
  expect(await echo(window, 'new')).toBe('new')
  window.terminate()
  await vi.waitUntil(() => raws.filter(({ destroyed }) => destroyed).length >= 900, SOON)
  for (const raw of raws) raw.destroy()
})

test('who says drop by drop what he wants is not waited for', async () => {
  const head = `GET / HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n`
  const silent = await server.openRaw()
  const slow = await server.openRaw(head)
  const drops = setInterval(() => slow.write('x: y\r\n'), 500)
  const answers = await Promise.all([hearOut(silent), hearOut(slow)])
  clearInterval(drops)
  for (const answer of answers) expect(answer.toString()).toMatch(/^(HTTP\/1.1 408|$)/)
  await expectAnswers()
})

test('whatever bytes come, the host stays, and ends at most the socket they came by', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    // Beginnings of frames, with claims of any length.
    fc
      .tuple(fc.nat(255), fc.nat(255), fc.uint8Array({ maxLength: 60 }))
      .map(([first, second, rest]) => Uint8Array.of(first, second, ...rest)),
    // Whole frames of text, with JSON of any shape.
    fc.json().map((text) => {
      const data = Buffer.from(text)
      return Buffer.concat([frameHead(1, true, data.length), data])
    }),
  )
  const property = fc.asyncProperty(bytes, fc.boolean(), async (said, isWindow) => {
    const raw = isWindow ? await server.openRawWindow() : await server.openRaw()
    raw.end(said)
    await hearOut(raw)
    await expectAnswers()
  })
  await fc.assert(property, { numRuns: 100 })
})

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { connectClient } from '#shared/contract/client.ts'
import { call, type Handlers, stream } from '#shared/contract/procedures/define.ts'
import type { ClientChannel, HostChannel, Reply } from '#shared/wire/protocol.ts'
import { bridge, createPair } from './in-process.ts'
import { createLineReader } from './line-reader.ts'
import { dialLocally, listenLocally, socketPathOf } from './local-server.ts'
import { type Port, portChannel, splitChannel } from './message-port.ts'
import { Inbox } from './message-queues.ts'
import { serve } from './serve-contract.ts'

const contract = {
  'echo.say': call(z.object({ text: z.string() }), z.object({ text: z.string() })),
  'echo.repeat': stream(z.object({ times: z.int() }), z.int()),
} as const

const handlers: Handlers<typeof contract> = {
  'echo.say': async (input) => input,
  'echo.repeat': async function* ({ times }) {
    for (let n = 0; n < times; n += 1) yield n
  },
}

function serveEcho(channel: HostChannel): Disposable {
  return serve(channel, { contract, handlers, report: () => undefined })
}

async function checkEcho(channel: ClientChannel): Promise<void> {
  const client = connectClient(channel, contract)
  const text = 'ü\n'.repeat(50_000)
  expect(await client['echo.say']({ text })).toEqual({ text })
  const items: number[] = []
  for await (const item of client['echo.repeat']({ times: 2000 })) items.push(item)
  expect(items).toEqual(Array.from({ length: 2000 }, (_, index) => index))
}

const cleaning: (() => void)[] = []
afterEach(() => {
  for (const clean of cleaning.splice(0)) clean()
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  cleaning.push(() => rmSync(path, { recursive: true }))
  return path
}

test('in process', async () => {
  const { host, client } = createPair()
  serveEcho(host)
  await checkEcho(client)
})

test('over a message port, in batches', async () => {
  const { port1, port2 } = new MessageChannel()
  serveEcho(portChannel(toElectronPort(port1)))
  const inbox = new Inbox<Reply>()
  let frames = 0
  port2.on('message', (frame: readonly Reply[]) => {
    frames += 1
    inbox.receive(frame)
  })
  await checkEcho({
    send: (message) => port2.postMessage(message),
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    [Symbol.dispose]: () => port2.close(),
  })
  expect(frames).toBeLessThan(1000)
  port2.close()
})

function toElectronPort(port: MessageChannel['port1']): Port {
  return {
    postMessage: (frame) => port.postMessage(frame),
    on: (event: string, listener: (event: { readonly data: unknown }) => void) =>
      port.on(event, (data: unknown) => listener({ data })),
    start: () => port.start(),
    close: () => port.close(),
  }
}

test('over a local socket that only its owner may open, and through a bridge', async () => {
  const path = socketPathOf(folder())
  await using _listening = await listenLocally(path, { onChannel: serveEcho })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  using direct = await dialLocally(path, 1000)
  await checkEcho(direct)
  const pair = createPair()
  bridge(pair.host, await dialLocally(path, 1000))
  await checkEcho(pair.client)
  const closed = new Promise<void>((resolve) => direct.onClose(resolve))
  await _listening[Symbol.asyncDispose]()
  await closed
})

test('a socket left behind by a dead owner is taken over', async () => {
  const path = socketPathOf(folder())
  {
    await using _first = await listenLocally(path, { onChannel: serveEcho })
  }
  await expect(dialLocally(path, 500)).rejects.toMatchObject({ code: 'unavailable' })
  await using _second = await listenLocally(path, { onChannel: serveEcho })
  using channel = await dialLocally(path, 500)
  await checkEcho(channel)
})

test('a path too long for the kernel is replaced by a short one', () => {
  expect(Buffer.byteLength(socketPathOf(`/${'deep/'.repeat(40)}`))).toBeLessThan(108)
})

test('what is not of the protocol ends a local connection, and that one only', async () => {
  const path = socketPathOf(folder())
  await using _listening = await listenLocally(path, { onChannel: serveEcho })
  using good = await dialLocally(path, 1000)
  for (const line of ['nonsense', '{"type":"start"}', '[{"type":"credit","id":1,"count":-5}]']) {
    const socket = connect(path)
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    socket.resume()
    socket.write(`${line}\n`)
    await closed
  }
  await checkEcho(good)
})

test('lines are cut wherever the bytes happen to be, and never grow without bound', () => {
  const readLines = createLineReader(10)
  expect(readLines(Buffer.from('ab'))).toEqual([])
  expect(readLines(Buffer.from('c\nde\n\nf'))).toEqual(['abc', 'de', ''])
  expect(readLines(Buffer.from('g\n'))).toEqual(['fg'])
  expect(readLines(Buffer.from('x'.repeat(11)))).toBeUndefined()
})

test('one channel serves two contracts', async () => {
  const { host, client } = createPair()
  const { own, rest } = splitChannel(host, new Set(['native.beep']))
  const native = { 'native.beep': call(z.object({}), z.string()) } as const
  const beep: Handlers<typeof native> = { 'native.beep': async () => 'beep' }
  serve(own, { contract: native, handlers: beep, report: () => undefined })
  serveEcho(rest)
  const both = connectClient(client, { ...contract, ...native })
  expect(await both['native.beep']({})).toBe('beep')
  expect(await both['echo.say']({ text: 'a' })).toEqual({ text: 'a' })
  await checkEcho(client)
})

test('refuses an owner of another version in a sentence that names its process', async () => {
  const path = socketPathOf(folder())
  const older = createServer((socket) => {
    socket.end(`${JSON.stringify({ protocol: 'orrery.v4', pid: 4711 })}\n`)
  })
  cleaning.push(() => older.close())
  await new Promise<void>((resolve) => older.listen(path, resolve))
  await expect(dialLocally(path, 1000)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'Process 4711 owns the data folder and is another version of Orrery. End it first.',
  })
})

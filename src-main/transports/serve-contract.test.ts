import { expect, test } from 'vitest'
import { z } from 'zod'
import { connectClient } from '#shared/contract/client.ts'
import { call, type Handlers, stream } from '#shared/contract/procedures/define.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { WINDOW } from '#shared/wire/protocol.ts'
import { createPair } from './in-process.ts'
import { serve } from './serve-contract.ts'

const contract = {
  'numbers.add': call(z.object({ a: z.number(), b: z.number() }), z.number()),
  'numbers.count': stream(z.object({ to: z.int() }), z.int()),
  'numbers.step': stream(z.object({ to: z.int() }), z.int(), 1),
  'numbers.wait': call(z.object({}), z.object({})),
  'numbers.fail': call(z.object({ how: z.enum(['expected', 'bug']) }), z.object({})),
} as const

interface Seen {
  made: number
  ended: number
}

function handlers(seen: Seen): Handlers<typeof contract> {
  return {
    'numbers.add': async ({ a, b }) => a + b,
    'numbers.count': ({ to }, signal) => count(to, signal, seen),
    'numbers.step': ({ to }, signal) => count(to, signal, seen),
    'numbers.wait': (_input, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          seen.ended += 1
          reject(new AppError('cancelled', 'Cancelled.'))
        })
      }),
    'numbers.fail': async ({ how }) => {
      if (how === 'expected') throw new AppError('conflict', 'Somebody was quicker.')
      throw new Error('secret detail')
    },
  }
}

async function* count(to: number, signal: AbortSignal, seen: Seen) {
  try {
    for (let n = 1; n <= to && !signal.aborted; n += 1) {
      seen.made = n
      yield n
    }
  } finally {
    seen.ended += 1
  }
}

function open() {
  const seen: Seen = { made: 0, ended: 0 }
  const reported: string[] = []
  const { host, client: channel } = createPair()
  const report = (error: unknown, path: string) => reported.push(`${path}: ${error}`)
  const serving = serve(host, { contract, handlers: handlers(seen), report })
  return { seen, reported, host, channel, serving, client: connectClient(channel, contract) }
}

test('a call is answered, and a stream flows to its end in order', async () => {
  const { client } = open()
  expect(await client['numbers.add']({ a: 2, b: 3 })).toBe(5)
  const items: number[] = []
  for await (const item of client['numbers.count']({ to: 100 })) items.push(item)
  expect(items).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
})

test('a stream waits for its reader instead of filling memory', async () => {
  const { client, seen } = open()
  const items = client['numbers.count']({ to: 1_000_000 })[Symbol.asyncIterator]()
  await items.next()
  await expect.poll(() => seen.made).toBeGreaterThanOrEqual(WINDOW)
  const atRest = seen.made
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen.made).toBe(atRest)
  expect(atRest).toBeLessThan(2 * WINDOW)
  await items.return?.()
  await expect.poll(() => seen.ended).toBe(1)
})

test('a stream can be one that makes an item when the one before was taken in', async () => {
  const { client, seen } = open()
  const items: number[] = []
  for await (const item of client['numbers.step']({ to: 20 })) {
    items.push(item)
    await new Promise((resolve) => setImmediate(resolve))
    // The next is made ahead, and waits.
    expect(seen.made).toBeLessThanOrEqual(item + 1)
  }
  expect(items).toHaveLength(20)
})

test('cancelling reaches the handler, and the caller is told', async () => {
  const { client, seen } = open()
  const abort = new AbortController()
  const waiting = client['numbers.wait']({}, abort.signal)
  abort.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  expect(seen.ended).toBe(1)
})

test('closing the channel cancels what is under way, at both ends', async () => {
  const { client, seen, host } = open()
  const waiting = client['numbers.wait']({})
  await new Promise((resolve) => setImmediate(resolve))
  host[Symbol.dispose]()
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable', details: { retryable: true } })
  await expect.poll(() => seen.ended).toBe(1)
  await expect(client['numbers.add']({ a: 1, b: 1 })).rejects.toMatchObject({ code: 'unavailable' })
})

test('wrong input and unknown procedures are refused with a sentence; a bug is told to us alone', async () => {
  const { client, channel, reported } = open()
  // Past the compiler, as a hostile client would.
  const bad = client['numbers.add'] as (input: unknown) => Promise<unknown>
  await expect(bad({ a: 1, b: 'x' })).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('numbers.add at b'),
  })
  const unknown = connectClient(channel, { toString: contract['numbers.wait'] })
  await expect(unknown.toString({})).rejects.toMatchObject({ code: 'unsupported' })
  await expect(client['numbers.fail']({ how: 'expected' })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Somebody was quicker.',
  })
  await expect(client['numbers.fail']({ how: 'bug' })).rejects.toMatchObject({
    code: 'internal',
    message: expect.not.stringContaining('secret'),
  })
  expect(reported).toEqual(['numbers.fail: Error: secret detail'])
})

test('an id that is in use closes the channel', async () => {
  const { channel } = open()
  const closed = new Promise<void>((resolve) => channel.onClose(resolve))
  const start = { type: 'start', id: 7, path: 'numbers.wait', input: {} } as const
  channel.send(start)
  channel.send(start)
  await closed
})

test('input that is nested deeper than anything reads is refused, however deep', async () => {
  const { client, reported } = open()
  for (const depth of [101, 200_000]) {
    const a = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
    await expect(client['numbers.add']({ a, b: 1 })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'Bad input to numbers.add. It is nested too deep.',
    })
  }
  const a = JSON.parse(`${'['.repeat(99)}${']'.repeat(99)}`)
  await expect(client['numbers.add']({ a, b: 1 })).rejects.toThrow('at a.')
  expect(reported).toEqual([])
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ClientChannel, Reply, Request } from '../wire/protocol.ts'
import { connectClient } from './client.ts'
import { call, stream } from './procedures/define.ts'

const contract = {
  'math.double': call(z.object({ n: z.number() }), z.number()),
  'math.count': stream(z.object({}), z.number()),
}

/** The host's end of a channel, played by hand. */
function channelInHand() {
  const sent: Request[] = []
  let receive = (_reply: Reply) => {}
  let close = () => {}
  const channel: ClientChannel = {
    send: (message) => void sent.push(message),
    onMessage: (listener) => {
      receive = listener
      return { [Symbol.dispose]: () => {} }
    },
    onClose: (listener) => {
      close = listener
      return { [Symbol.dispose]: () => {} }
    },
    [Symbol.dispose]: () => close(),
  }
  const client = connectClient(channel, contract)
  return { client, sent, reply: (reply: Reply) => receive(reply), close: () => close() }
}

test('a call is answered with the value of its own reply', async () => {
  const { client, sent, reply } = channelInHand()
  const one = client['math.double']({ n: 1 })
  const two = client['math.double']({ n: 2 })
  expect(sent).toEqual([
    { type: 'start', id: 1, path: 'math.double', input: { n: 1 } },
    { type: 'start', id: 2, path: 'math.double', input: { n: 2 } },
  ])
  reply({ type: 'end', id: 2, value: 4 })
  reply({ type: 'end', id: 1, value: 2 })
  expect(await Promise.all([one, two])).toEqual([2, 4])
})

test('a failure arrives with its code and sentence', async () => {
  const { client, reply } = channelInHand()
  const answer = client['math.double']({ n: 1 })
  reply({
    type: 'failed',
    id: 1,
    error: { code: 'limit', message: 'Too large a number.', retryable: false },
  })
  await expect(answer).rejects.toMatchObject({ code: 'limit', message: 'Too large a number.' })
})

test('credit is given for an item once the reader asks for the next', async () => {
  const { client, sent, reply } = channelInHand()
  const items = client['math.count']({})[Symbol.asyncIterator]()
  const first = items.next()
  reply({ type: 'item', id: 1, value: 7 })
  expect(await first).toEqual({ done: false, value: 7 })
  expect(sent.filter(({ type }) => type === 'credit')).toEqual([])
  const second = items.next()
  await Promise.resolve()
  expect(sent.at(-1)).toEqual({ type: 'credit', id: 1, count: 1 })
  reply({ type: 'end', id: 1 })
  expect(await second).toEqual({ done: true, value: undefined })
})

test('leaving a stream early cancels it at the host, and only then', async () => {
  const { client, sent, reply } = channelInHand()
  const items = client['math.count']({})[Symbol.asyncIterator]()
  const first = items.next()
  reply({ type: 'item', id: 1, value: 7 })
  await first
  await items.return?.()
  expect(sent.at(-1)).toEqual({ type: 'cancel', id: 1 })
})

test('aborting tells the host', () => {
  const { client, sent } = channelInHand()
  const abort = new AbortController()
  void client['math.double']({ n: 1 }, abort.signal)
  abort.abort()
  expect(sent.at(-1)).toEqual({ type: 'cancel', id: 1 })
})

test('when the channel closes, what is under way and what is asked later fails as unavailable', async () => {
  const { client, close } = channelInHand()
  const under = client['math.double']({ n: 1 })
  const items = client['math.count']({})[Symbol.asyncIterator]().next()
  close()
  await expect(under).rejects.toMatchObject({ code: 'unavailable' })
  await expect(items).rejects.toMatchObject({ code: 'unavailable' })
  await expect(client['math.double']({ n: 2 })).rejects.toMatchObject({ code: 'unavailable' })
})

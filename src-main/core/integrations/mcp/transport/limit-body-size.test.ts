import { expect, test } from 'vitest'
import { boundFetch } from './limit-body-size.ts'

const answering = (body: string, type: string) =>
  boundFetch(async () => new Response(body, { headers: { 'content-type': type } }), 12)

async function read(body: string, type: string): Promise<string> {
  return (await answering(body, type)('http://x')).text()
}

test('an answer that is too long is broken off', async () => {
  expect(await read('0123456789ab', 'application/json')).toBe('0123456789ab')
  await expect(read('0123456789abc', 'application/json')).rejects.toThrow('more than 12 bytes')
})

test('a stream may go on for ever, but none of its events', async () => {
  const events = 'data: 1\n\ndata: 2\r\n\r\n'.repeat(100)
  expect(await read(events, 'text/event-stream; charset=utf-8')).toBe(events)
  const lines = 'data: 1\ndata: 2\n\n'
  await expect(read(lines, 'text/event-stream')).rejects.toThrow('more than 12 bytes')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../lib/app-error.ts'
import { checkFits, fromTextFrame, toRequestFrames, toTextFrames } from './frames.ts'
import { MAX_FRAME_BYTES, type Reply, type Request } from './protocol.ts'

function request(id: number, text: string): Request {
  return { type: 'start', id, path: 'sessions.send', input: { text } }
}

test('a request that no frame can carry is refused with its size', () => {
  expect(() => checkFits(request(1, '"'.repeat(MAX_FRAME_BYTES)))).toThrow(
    'This request is too large to send: it has 33 MiB, and the limit is 16 MiB. Send less at once.',
  )
  expect(() => checkFits(request(1, 'é'.repeat(MAX_FRAME_BYTES / 2)))).toThrow('17 MiB')
  expect(() => checkFits(request(1, 'a'.repeat(MAX_FRAME_BYTES / 2)))).not.toThrow()
})

test('requests that fit one by one are sent in several frames', () => {
  const long = [1, 2, 3].map((id) => request(id, 'é'.repeat(MAX_FRAME_BYTES / 5)))
  const frames = toRequestFrames([...long, request(4, 'short')])
  expect(frames.flatMap((frame): unknown => JSON.parse(frame))).toEqual([
    ...long,
    request(4, 'short'),
  ])
  expect(frames).toHaveLength(2)
  const sizes = frames.map((frame) => Buffer.byteLength(frame))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_FRAME_BYTES)
})

/** What begins a frame, ends a head or is half of a character, among others. */
const letter = fc.oneof(fc.constantFrom('\n', '{', '[', '\ud83d', '\ude00'), fc.string())
/** Shorter than what is long, and longer. */
const text = fc
  .record({ letters: fc.array(letter), times: fc.constantFrom(1, 500, 5000) })
  .map(({ letters, times }) => letters.join('').repeat(times))
const value = fc.oneof(
  fc.jsonValue(),
  text,
  fc.record({ at: fc.nat(), data: text }),
  fc.record({ data: fc.oneof(text, fc.jsonValue()) }),
)
const id = fc.nat()
const error = AppError.toWire(new AppError('conflict', 'Somebody was quicker.'))
const reply: fc.Arbitrary<Reply> = fc.oneof(
  fc.record({ type: fc.constant('item'), id, value }),
  fc.record({ type: fc.constant('end'), id, value }),
  fc.record({ type: fc.constant('failed'), id, error: fc.constant(error) }),
)

/** As a socket carries it: half of a character does not arrive. */
function carry(frame: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(frame))
}

test('what is sent arrives as it was, in order', () => {
  fc.assert(
    fc.property(fc.array(reply), (replies) => {
      const arrived = toTextFrames(replies).map(carry).flatMap(fromTextFrame)
      // JSON knows no zero below zero.
      expect(arrived).toEqual(JSON.parse(JSON.stringify(replies)))
    }),
  )
})

test('long text goes as it is, in a frame of its own; all else together', () => {
  const data = '\u001b[32m✓\u001b[0m "quoted"\r\n'.repeat(1000)
  const end: Reply = { type: 'end', id: 1, value: { data } }
  const piece: Reply = { type: 'item', id: 2, value: { at: 7, data } }
  const short: Reply = { type: 'item', id: 2, value: { at: 7, data: '\r\n' } }
  expect(toTextFrames([end, short, piece, short, end])).toEqual([
    JSON.stringify([end, short]),
    `{"type":"item","id":2,"value":{"at":7}}\n${data}`,
    JSON.stringify([short, end]),
  ])
})

test('text that was cut within a character arrives whole', () => {
  const text = `😀${'x'.repeat(5000)}😀`
  const pieces = [text.slice(0, -1), text.slice(-1)]
  const replies = pieces.map((data, at): Reply => ({ type: 'item', id: 1, value: { at, data } }))
  const arrived = toTextFrames(replies).map(carry).flatMap(fromTextFrame)
  expect(arrived).toEqual(replies)
})

test('what would be too long for one text together goes in several', () => {
  const value = 'x'.repeat(3 * 1024 * 1024)
  const replies = [1, 2, 3].map((id): Reply => ({ type: 'end', id, value }))
  const frames = toTextFrames(replies)
  expect(frames).toHaveLength(3)
  expect(frames.flatMap(fromTextFrame)).toEqual(replies)
})

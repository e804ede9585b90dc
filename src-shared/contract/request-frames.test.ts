import { expect, test } from 'vitest'
import { checkFits, toRequestFrames } from './request-frames.ts'
import { MAX_FRAME_BYTES, type Request } from './wire.ts'

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

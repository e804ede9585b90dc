import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FloodPace } from './output-throttle.ts'

const [HOLD, SHOW] = ['\u001b[?2026h', '\u001b[?2026l']
const PIECE = 'x'.repeat(100_000)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A terminal that reads a piece in so many milliseconds, and draws whenever it may. */
function open() {
  const written: string[] = []
  let onRender = () => {}
  const terminal = {
    write: (data: string) => void written.push(data),
    onRender: (listener: () => void) => {
      onRender = listener
    },
  }
  const told: boolean[] = []
  const pace = new FloodPace(terminal, (isFlood) => told.push(isFlood))
  const read = (piece: string, { ms, isLast = false }: { ms: number; isLast?: boolean }) => {
    pace.beforeWrite(piece)
    vi.advanceTimersByTime(ms)
    pace.afterRead(isLast)
  }
  return { pace, written, told, read, draw: () => onRender() }
}

test('of a flood some pictures are drawn, and its end', () => {
  const { written, read, draw } = open()
  for (let count = 0; count < 13; count += 1) read(PIECE, { ms: 10 })
  // Held from the fourth piece on, and for a tenth of a second.
  expect(written).toEqual([HOLD, SHOW])
  read(PIECE, { ms: 10 })
  expect(written).toHaveLength(2)
  draw()
  read(PIECE, { ms: 10, isLast: true })
  expect(written.slice(2)).toEqual([HOLD])
  vi.advanceTimersByTime(20)
  expect(written.slice(2)).toEqual([HOLD, SHOW])
})

test('what is printed at a time, and what comes after pauses, is drawn as it is read', () => {
  const { written, read } = open()
  read(PIECE, { ms: 5 })
  read(PIECE, { ms: 5, isLast: true })
  for (let count = 0; count < 9; count += 1) {
    vi.advanceTimersByTime(30)
    read(PIECE, { ms: 5, isLast: true })
  }
  // However much it is, what is printed at once is all there.
  vi.advanceTimersByTime(30)
  read('x'.repeat(1_000_000), { ms: 5, isLast: true })
  expect(written).toEqual([])
})

test('a flood is told once, until it is over, whether or not a picture of it is just drawn', () => {
  const { told, read, draw } = open()
  for (let count = 0; count < 30; count += 1) {
    read(PIECE, { ms: 10 })
    draw()
  }
  expect(told).toEqual([true])
  read(PIECE, { ms: 100, isLast: true })
  expect(told).toEqual([true])
  vi.advanceTimersByTime(20)
  expect(told).toEqual([true, false])
})

test('a key that is pressed meanwhile shows what is there', () => {
  const { pace, written, told, read } = open()
  for (let count = 0; count < 4; count += 1) read(PIECE, { ms: 1 })
  expect(written).toEqual([HOLD])
  pace.show()
  pace.show()
  expect(written).toEqual([HOLD, SHOW])
  expect(told).toEqual([true, false])
})

test('a program that says itself what is to be drawn is not spoken for', () => {
  const { written, read } = open()
  read(`${HOLD}its own${SHOW}`, { ms: 1 })
  for (let count = 0; count < 9; count += 1) read(PIECE, { ms: 1 })
  expect(written).toEqual([])
  // What comes after a pause may be another's.
  vi.advanceTimersByTime(30)
  for (let count = 0; count < 9; count += 1) read(PIECE, { ms: 1 })
  expect(written).toEqual([HOLD])
})

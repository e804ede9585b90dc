import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TerminalReaderId } from '#shared/lib/ids.ts'
import { TerminalReader } from './terminal-reader.ts'

const ID = TerminalReaderId.parse('trr_1')

function readerAt(at: number): TerminalReader {
  return new TerminalReader(ID, { at, replayEnd: at })
}

test('reads answered and other output apart', () => {
  const reader = readerAt(0)
  reader.startAnswering(10)
  reader.stopAnswering(20)
  reader.startAnswering(25)
  const pieces: unknown[] = []
  while (reader.at < 40) {
    const { length, isAnswered } = reader.next(15)
    pieces.push([reader.at, length, isAnswered])
    reader.at += length
  }
  expect(pieces).toEqual([
    [0, 10, false],
    [10, 10, true],
    [20, 5, false],
    [25, 15, true],
  ])
})

/** Reads to an end, at most `max` at once, and returns for each position whether it is answered. */
function readTo(end: number, reader: TerminalReader, max: number): readonly boolean[] {
  const answered: boolean[] = []
  while (reader.at < end) {
    const { length, isAnswered } = reader.next(max)
    const to = Math.min(reader.at + length, end)
    answered.push(...new Array<boolean>(to - reader.at).fill(isAnswered))
    reader.at = to
  }
  return answered
}

test('answers what is printed during its turn, and nothing else', () => {
  const name = fc.constantFrom('a' as const, 'b' as const)
  const turn = fc.record({
    printed: fc.nat(9),
    reads: name,
    next: name,
    max: fc.integer({ min: 1, max: 9 }),
  })
  fc.assert(
    fc.property(fc.array(turn), (turns) => {
      const readers = { a: readerAt(0), b: readerAt(0) }
      const answered = { a: [] as boolean[], b: [] as boolean[] }
      const owners: ('a' | 'b')[] = []
      let owner: 'a' | 'b' = 'a'
      readers.a.startAnswering(0)
      const read = (who: 'a' | 'b', max: number) =>
        answered[who].push(...readTo(owners.length, readers[who], max))
      for (const { printed, reads, next, max } of turns) {
        owners.push(...new Array<'a' | 'b'>(printed).fill(owner))
        read(reads, max)
        if (next === owner) continue
        readers[owner].stopAnswering(owners.length)
        readers[next].startAnswering(owners.length)
        owner = next
      }
      read('a', 5)
      read('b', 5)
      expect(answered).toEqual({
        a: owners.map((each) => each === 'a'),
        b: owners.map((each) => each === 'b'),
      })
    }),
  )
})

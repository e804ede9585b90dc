import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptHunks, countLines, type Hunk, listHunks, revertHunks } from './hunks.ts'
import {
  compareTexts,
  countOwnLines,
  findPendingText,
  type KnownTexts,
  type ToldChange,
} from './pending-text.ts'

const start = 'one\ntwo\nthree\nfour\nfive\n'
const agents = 'ONE\ntwo\nthree\nfour\nfive\n'
const both = 'ONE\ntwo\nthree\nmine\nfour\n'
const changes = [
  { seq: 3, before: start, after: agents, isOwn: false },
  { seq: 5, before: agents, after: both, isOwn: true },
]

test('what a person wrote, and what they took out, is counted of what a commit changes', () => {
  expect(countOwnLines({ committed: start, accepted: both, changes })).toBe(2)
  expect(countOwnLines({ committed: agents, accepted: both, changes })).toBe(2)
  expect(countOwnLines({ committed: start, accepted: agents, changes })).toBe(0)
  expect(countOwnLines({ committed: both, accepted: both, changes })).toBe(0)
})

test('of what was accepted in part, what it took over from the person is counted', () => {
  const accepted = start.replace('four\n', 'mine\nfour\n')
  expect(countOwnLines({ committed: start, accepted, changes })).toBe(1)
})

test('other line ends make no line another’s', () => {
  const committed = start
  const onDisk = (text: string) => text.replaceAll('\n', '\r\n')
  const told = changes.map(({ before, after, ...rest }) => {
    return { ...rest, before: onDisk(before), after: onDisk(after) }
  })
  expect(countOwnLines({ committed, accepted: onDisk(both), changes: told })).toBe(2)
})

interface Typed {
  readonly isPerson: boolean
  /** For each line: whether it stays, and how many are put before it. */
  readonly edits: readonly { readonly isKept: boolean; readonly added: number }[]
}

const typed: fc.Arbitrary<Typed> = fc.record({
  isPerson: fc.boolean(),
  edits: fc.array(
    fc.record({
      isKept: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
      added: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(2)),
    }),
    { minLength: 30, maxLength: 30 },
  ),
})

/** Every line that was ever written is another, and says who wrote it. */
const history = fc
  .record({ lines: fc.nat(12), steps: fc.array(typed, { maxLength: 6 }) })
  .map(({ lines, steps }): KnownTexts => {
    const start = Array.from({ length: lines }, (_, line) => `start ${line}\n`)
    return toTexts(start, steps, (step, who, count) => `${who} ${step} ${count}\n`)
  })

/** Lines that are often the same, as they are in programs. */
const repeating = fc
  .record({
    start: fc.array(fc.constantFrom('a\n', 'b\n', '\n', '}\n'), { maxLength: 12 }),
    steps: fc.array(typed, { maxLength: 6 }),
    words: fc.array(fc.constantFrom('a\n', 'b\n', '\n', '}\n'), { minLength: 9, maxLength: 9 }),
  })
  .map(({ start, steps, words }) =>
    toTexts(start, steps, (step, _, count) => words[(step + count) % 9] ?? '\n'),
  )

function toTexts(
  start: readonly string[],
  steps: readonly Typed[],
  write: (step: number, who: string, count: number) => string,
): KnownTexts {
  let lines = start
  const changes = steps.map(({ isPerson, edits }, step): ToldChange => {
    const before = lines.join('')
    let count = 0
    lines = [...lines, ''].flatMap((line, index) => {
      const { isKept, added } = edits[index] ?? { isKept: true, added: 0 }
      const written = Array.from({ length: added }, () =>
        write(step, isPerson ? 'person' : 'agent', count++),
      )
      return [...written, ...(isKept && line ? [line] : [])]
    })
    return { seq: step + 1, isOwn: isPerson, before, after: lines.join('') }
  })
  const foreign = changes.findIndex(({ isOwn }) => !isOwn)
  const own = changes.filter(({ isOwn }, index) => isOwn && index > foreign)
  const base = changes[foreign]?.before ?? lines.join('')
  return { base, now: lines.join(''), own: foreign < 0 ? [] : own, changes }
}

test('all accepted, what needs no review is what the file holds; all reverted, the other way round', () => {
  fc.assert(
    fc.property(fc.oneof(history, repeating), (texts) => {
      const reviewed = findPendingText(texts)
      expect(acceptHunks(reviewed, reviewed.hunks)).toBe(reviewed.current)
      expect(revertHunks(reviewed, reviewed.hunks)).toBe(reviewed.baseline)
    }),
  )
})

test('reverting all that is not contested leaves what is, and every line a person wrote', () => {
  fc.assert(
    fc.property(history, (texts) => {
      const reviewed = findPendingText(texts)
      const contested = reviewed.hunks.filter(({ isContested }) => isContested)
      const left = revertHunks(
        reviewed,
        reviewed.hunks.filter(({ isContested }) => !isContested),
      )
      expect(listHunks({ ...reviewed, current: left }).map(sides)).toEqual(contested.map(sides))
      expect(personsLines(left)).toEqual(expect.arrayContaining([...personsLines(texts.now)]))
    }),
  )
})

test('accepting, or reverting, one of several leaves the others as they are', () => {
  fc.assert(
    fc.property(history, fc.nat(20), (texts, chosen) => {
      const reviewed = findPendingText(texts)
      const one = reviewed.hunks[chosen % Math.max(1, reviewed.hunks.length)]
      if (!one) return
      const others = reviewed.hunks.filter((hunk) => hunk !== one).map(sides)
      const baseline = acceptHunks(reviewed, [one])
      expect(listHunks({ baseline, current: reviewed.current }).map(sides)).toEqual(others)
      const current = revertHunks(reviewed, [one])
      expect(listHunks({ baseline: reviewed.baseline, current }).map(sides)).toEqual(others)
    }),
  )
})

test('however alike the lines are, accepting one never makes more of what is left', () => {
  fc.assert(
    fc.property(repeating, fc.nat(20), (texts, chosen) => {
      const reviewed = findPendingText(texts)
      const one = reviewed.hunks[chosen % Math.max(1, reviewed.hunks.length)]
      if (!one) return
      const whole = countLines(reviewed.hunks)
      const { added, removed } = countLines([one])
      const baseline = acceptHunks(reviewed, [one])
      const left = listHunks({ baseline, current: reviewed.current })
      expect(countLines(left)).toEqual({
        added: whole.added - added,
        removed: whole.removed - removed,
      })
    }),
  )
})

test('what a person made of a file before and beside others waits for nobody', () => {
  fc.assert(
    fc.property(history, (texts) => {
      const person = texts.changes.map((change) => ({ ...change, isOwn: true }))
      const alone = findPendingText({
        ...texts,
        base: person[0]?.before ?? texts.now,
        own: person,
        changes: person,
      })
      expect(alone.hunks).toEqual([])
      for (const { removed, added, isContested } of findPendingText(texts).hunks) {
        if (!isContested) expect(personsLines(added.join(''))).toEqual([])
        expect(removed.join('') === added.join('')).toBe(false)
      }
    }),
  )
})

const file = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

test('a line of a person’s amid an agent’s is contested; beside them it is the person’s alone', () => {
  const start = file(['a', 'b', 'c'])
  const agents = file(['a', 'B1', 'B2', 'c'])
  const amid = file(['a', 'B1', 'mine', 'c'])
  const beside = file(['mine', 'B1', 'B2', 'c'])
  const byAgent = { seq: 1, isOwn: false, before: start, after: agents }
  const review = (after: string) => {
    const own = { seq: 2, isOwn: true, before: agents, after }
    return findPendingText({ base: start, now: after, own: [own], changes: [byAgent, own] })
  }
  expect(review(amid)).toMatchObject({
    baseline: start,
    hunks: [{ removed: ['b\n'], added: ['B1\n', 'mine\n'], authors: [1, 2], isContested: true }],
  })
  expect(review(beside)).toMatchObject({
    baseline: file(['mine', 'b', 'c']),
    hunks: [{ removed: ['b\n'], added: ['B1\n', 'B2\n'], authors: [1], isContested: false }],
  })
})

test('texts that were compared already are not compared again, and it comes to the same', () => {
  fc.assert(
    fc.property(fc.oneof(history, repeating), (texts) => {
      const changes = texts.changes.map((change) => ({ ...change, parts: compareTexts(change) }))
      expect(findPendingText({ ...texts, changes })).toEqual(findPendingText(texts))
    }),
  )
  const told = { seq: 1, isOwn: false, before: 'a\n', after: 'b\n' }
  const parts = [{ type: 'same', lines: 1 }] as const
  const changes = [{ ...told, parts }]
  const { hunks } = findPendingText({ base: 'a\n', now: 'b\n', own: [], changes })
  expect(hunks.map(({ authors }) => authors)).toEqual([[]])
})

test('a file that comes to be, goes, or ends without a line end is told apart to the last character', () => {
  const made = { seq: 1, isOwn: false, before: null, after: 'a\nb' }
  const created = findPendingText({ base: null, now: 'a\nb', own: [], changes: [made] })
  expect(created.hunks).toMatchObject([{ removed: [], added: ['a\n', 'b'], authors: [1] }])
  expect(revertHunks(created, created.hunks)).toBeNull()
  const gone = findPendingText({ base: '', now: null, own: [], changes: [] })
  expect(gone.hunks).toHaveLength(1)
  expect(acceptHunks(gone, gone.hunks)).toBeNull()
  const [end] = listHunks({ baseline: 'a\nb', current: 'a\nb\n' })
  expect(end).toMatchObject({ removed: ['b'], added: ['b\n'] })
})

function sides({ removed, added }: Hunk) {
  return { removed, added }
}

function personsLines(text: string | null): readonly string[] {
  return (text ?? '').split('\n').filter((line) => line.startsWith('person'))
}

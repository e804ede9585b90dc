import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Aligned, align } from './align.ts'

const letters = fc.array(fc.constantFrom('a1', 'a2', 'b1', 'b2', 'c1'), { maxLength: 14 })
/** By the whole name first, then by its letter. */
const keys = [(name: string) => name, (name: string) => name.slice(0, 1)]

function pairsOf(aligned: readonly Aligned[]) {
  return aligned.flatMap(({ left, right }) =>
    left === undefined || right === undefined ? [] : [[left, right] as const],
  )
}

function isRising(numbers: readonly (number | undefined)[]): boolean {
  const known = numbers.filter((one) => one !== undefined)
  return known.every((one, index) => index === 0 || one > (known[index - 1] ?? -1))
}

test('every item is there once, in the order it had', () => {
  fc.assert(
    fc.property(letters, letters, (left, right) => {
      const aligned = align(left, right, keys)
      expect(aligned.flatMap((one) => one.left ?? [])).toEqual([...left.keys()])
      expect(aligned.flatMap((one) => one.right ?? [])).toEqual([...right.keys()])
      expect(isRising(aligned.map((one) => one.left))).toBe(true)
    }),
  )
})

test('exchanging the lists exchanges the sides', () => {
  fc.assert(
    fc.property(letters, letters, (left, right) => {
      const there = pairsOf(align(left, right, keys))
      const back = pairsOf(align(right, left, keys)).map(([a, b]) => [b, a])
      expect(back).toEqual(there)
    }),
    { numRuns: 1000 },
  )
})

test('what is equal is aligned in full', () => {
  fc.assert(
    fc.property(letters, (list) => {
      expect(align(list, [...list], keys)).toEqual(list.map((_, at) => ({ left: at, right: at })))
    }),
  )
})

test('no way of pairing by the first key pairs more', () => {
  const common = (a: readonly string[], b: readonly string[]): number => {
    const [one, ...others] = a
    if (one === undefined || b.length === 0) return 0
    const at = b.indexOf(one)
    const without = common(others, b)
    return at < 0 ? without : Math.max(without, 1 + common(others, b.slice(at + 1)))
  }
  const short = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
  fc.assert(
    fc.property(short, short, (left, right) => {
      expect(pairsOf(align(left, right, [(name) => name]))).toHaveLength(common(left, right))
    }),
  )
})

test('what lies between two pairs is aligned by the next key, and what takes no part by none', () => {
  expect(align(['a1', 'b1', 'c1'], ['a1', 'b2', 'c1'], keys)).toEqual([
    { left: 0, right: 0 },
    { left: 1, right: 1 },
    { left: 2, right: 2 },
  ])
  expect(align(['a1'], ['a1'], [() => undefined])).toEqual([{ left: 0 }, { right: 0 }])
})

test('lists of thousands are aligned in a moment', () => {
  const list = (every: number) =>
    Array.from({ length: 8000 }, (_, at) => (at % every === 0 ? `x${every}` : `a${at}`))
  const start = performance.now()
  const aligned = align(list(3), list(5), keys)
  expect(pairsOf(aligned).length).toBeGreaterThan(4000)
  expect(performance.now() - start).toBeLessThan(5000)
})

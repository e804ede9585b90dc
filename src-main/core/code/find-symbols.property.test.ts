import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FileFacts } from './facts/code-facts.ts'
import { findSymbols, scoreOfName } from './facts/find-symbols.ts'

function filesOf(names: readonly string[]): ReadonlyMap<string, FileFacts> {
  const symbols = names.map((name, at) => {
    const place = { line: at + 1, endLine: at + 1, container: 'Box' }
    return { name, kind: 'function' as const, ...place, signature: name, marks: [] }
  })
  const none = { imports: [], calls: [], notes: [] }
  return new Map([['a.ts', { language: 'TypeScript', lines: names.length, symbols, ...none }]])
}

const names = fc.string({ unit: fc.constantFrom('a', 'b', 'C', '_'), minLength: 1, maxLength: 6 })
const score = (name: string, asked: string) =>
  scoreOfName(name, { name: asked, small: asked.toLowerCase() })

test('a name is found by itself first, and by any beginning, part and letters of it', () => {
  fc.assert(
    fc.property(names, fc.nat(5), fc.nat(5), (name, from, to) => {
      const part = name.slice(Math.min(from, to), Math.max(from, to) + 1)
      expect(score(name, name)).toBe(0)
      if (part !== '') expect(score(name, part)).toBeLessThanOrEqual(4)
      const first = name.slice(0, from + 1)
      expect(score(name, first)).toBeLessThanOrEqual(2)
      if (name.length > 2) expect(score(name, `${name[0]}${name.at(-1)}`)).toBeDefined()
      expect(score(name, `${name}x`)).toBeUndefined()
    }),
  )
})

test('what fits better comes first, and how many there are is true of any limit', () => {
  fc.assert(
    fc.property(fc.array(names), names, fc.integer({ min: 1, max: 5 }), (all, query, limit) => {
      const { symbols, total } = findSymbols(filesOf(all), { query, path: '', limit })
      const scores = symbols.map(({ name }) => score(name, query) ?? Number.NaN)
      expect(scores).toEqual([...scores].sort((a, b) => a - b))
      expect(total).toBe(all.filter((name) => score(name, query) !== undefined).length)
      expect(symbols.length).toBe(Math.min(limit, total))
    }),
  )
})

test('a container, a kind and a folder narrow it', () => {
  const files = filesOf(['one', 'two'])
  const count = (query: string, more = {}) =>
    findSymbols(files, { query, path: '', limit: 9, ...more }).total
  expect([count('box.one'), count('Box::one'), count('Other.one')]).toEqual([1, 1, 0])
  expect([count('one', { kind: 'class' }), count('one', { path: 'a' })]).toEqual([0, 0])
})

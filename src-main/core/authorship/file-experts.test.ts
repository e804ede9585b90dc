import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Commit } from './commit-authors.ts'
import { toKnowledge, weightOf } from './file-experts.ts'

const NOW = 1_800_000_000_000
const DAY_MS = 24 * 3_600_000

const commit: fc.Arbitrary<Commit> = fc.record({
  id: fc.constant('0'.repeat(40)),
  at: fc.integer({ min: NOW - 700 * DAY_MS, max: NOW }),
  name: fc.constantFrom('Ada', 'Bo', 'Cy', 'renovate[bot]'),
  email: fc.constantFrom('ada@a', 'bo@b', ''),
  subject: fc.string(),
  files: fc.uniqueArray(
    fc.record({
      path: fc.constantFrom('a.ts', 'src/b.ts', 'src/c/d.ts', 'docs/e.md', 'src/c/f.ts'),
      added: fc.nat(2000),
      removed: fc.nat(2000),
    }),
    { selector: ({ path }) => path, maxLength: 5 },
  ),
})

test('shares are of a whole, the most first, and as many as are needed know more than half', () => {
  fc.assert(
    fc.property(
      fc.array(commit, { maxLength: 25 }),
      fc.constantFrom('', 'src'),
      (commits, folder) => {
        const { whole, areas, bots } = toKnowledge(commits, [], { now: NOW, folder })
        expect(bots).toBe(commits.filter(({ name }) => name.includes('bot')).length)
        for (const { people, busFactor } of [whole, ...areas]) {
          const shares = people.map(({ share }) => share)
          expect(shares).toEqual(shares.toSorted((one, other) => other - one))
          const sum = shares.reduce((all, share) => all + share, 0)
          if (sum > 0) expect(sum).toBeCloseTo(1)
          const known = shares.slice(0, busFactor).reduce((all, share) => all + share, 0)
          const fewer = shares.slice(0, busFactor - 1).reduce((all, share) => all + share, 0)
          if (sum > 0) expect([known > 0.5, fewer > 0.5]).toEqual([true, false])
          expect(people.some(({ name }) => name.includes('bot'))).toBe(false)
        }
      },
    ),
  )
})

test('what was changed lately and at length weighs more, and not without limit', () => {
  expect(weightOf(100, 0)).toBeGreaterThan(weightOf(10, 0))
  expect(weightOf(100, 180 * DAY_MS)).toBeCloseTo(weightOf(100, 0) / 2)
  expect(weightOf(100_000, 0)).toBe(weightOf(500, 0))
})

test('lines that stand count as much as what was done, and places are those in the folder', () => {
  const by = (name: string, path: string): Commit => ({
    ...{ id: 'x', at: NOW, name, email: `${name}@x`, subject: '' },
    files: [{ path, added: 10, removed: 0 }],
  })
  const commits = [by('Ada', 'src/a/x.ts'), by('Bo', 'src/b.ts')]
  const standing = [{ path: 'src/a/x.ts', lines: [{ name: 'Cy', email: 'cy@x', count: 9 }] }]
  const { areas } = toKnowledge(commits, standing, { now: NOW, folder: 'src' })
  const told = areas.map(({ path, people }) => [
    path,
    people.map(({ name, share }) => [name, share]),
  ])
  expect(told).toEqual([
    [
      'src/a/',
      [
        ['Ada', 0.5],
        ['Cy', 0.5],
      ],
    ],
    ['src/b.ts', [['Bo', 1]]],
  ])
})

test('files that change together are found, and great commits say nothing of that', () => {
  const together = (...paths: readonly string[]): Commit => ({
    ...{ id: 'x', at: NOW, name: 'Ada', email: 'a@x', subject: '' },
    files: paths.map((path) => ({ path, added: 1, removed: 0 })),
  })
  const many = Array.from({ length: 30 }, (_, index) => `f${index}`)
  const commits = [
    ...Array.from({ length: 3 }, () => together('a', 'b')),
    together('a'),
    ...Array.from({ length: 5 }, () => together(...many)),
  ]
  expect(toKnowledge(commits, [], { now: NOW, folder: '' }).pairs).toEqual([
    { paths: ['a', 'b'], together: 3, share: 1 },
  ])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBot, People } from './commit-authors.ts'

const signature = fc.record({
  name: fc.constantFrom('Ann', 'Ada Lovelace', 'ada lovelace', 'Bo Li', 'bo', ''),
  email: fc.constantFrom('ada@a.org', 'ADA@a.org', 'ada@home', 'bo@b.org', ''),
})

test('who is whom does not depend on the order of commits', () => {
  fc.assert(
    fc.property(fc.array(signature, { maxLength: 12 }), fc.nat(), (signatures, turn) => {
      const people = new People()
      const turned = new People()
      const cut = turn % Math.max(1, signatures.length)
      for (const one of signatures) people.add(one)
      for (const one of [...signatures.slice(cut), ...signatures.slice(0, cut)]) turned.add(one)
      for (const one of signatures) {
        expect(turned.idOf(one)).toBe(people.idOf(one))
        expect(turned.nameOf(turned.idOf(one))).toBe(people.nameOf(people.idOf(one)))
      }
    }),
  )
})

test('one person with two addresses is one, and two who share a first name are two', () => {
  const people = new People()
  const signatures = [
    { name: 'Ada Lovelace', email: 'ada@work.org' },
    { name: 'Ada Lovelace', email: 'ada@home' },
    { name: 'ada', email: 'ADA@home' },
    { name: 'Ann', email: 'ann@a.org' },
    { name: 'Ann', email: 'ann@b.org' },
  ]
  for (const one of signatures) people.add(one)
  const ids = signatures.map((one) => people.idOf(one))
  expect(new Set(ids.slice(0, 3)).size).toBe(1)
  expect(people.nameOf(ids[2] ?? '')).toBe('Ada Lovelace')
  expect(ids[3]).not.toBe(ids[4])
})

test('programs that commit are told from people', () => {
  const bots = ['dependabot[bot]', 'renovate', 'github-actions', 'release-bot', 'Travis CI']
  expect(bots.filter((name) => !isBot({ name, email: 'x@y.org' }))).toEqual([])
  const names = ['Abbott', 'Robot Jones', 'Bottas', 'Renée', 'Jenkin Sons']
  expect(names.filter((name) => isBot({ name, email: 'x@y.org' }))).toEqual([])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CallItem } from '#shared/projections/transcript-items.ts'
import { call } from '../../../../test/support/make-transcript-items.ts'
import { tellPlan, tellSeries } from './call-summary.ts'

function callsOf(titles: readonly string[]): readonly CallItem[] {
  return titles.map((title, index) => call(`c${index}`, { title }))
}

function sentenceOf(titles: readonly string[]): string {
  const { first, rest } = tellSeries(callsOf(titles))
  return rest ? `${first}, ${rest}` : first
}

describe('a series is told as a person would', () => {
  test.each([
    [['Read a.ts', 'Read b.ts', 'Read c.ts', 'Read d.ts'], 'Read 4 files'],
    [
      ['List src', 'Read a.ts', 'Search "x"', 'Read b.ts', 'Search "y" in src', 'List test'],
      'Read 2 files, searched twice, listed 2 folders',
    ],
    [['Edit src/a.ts', 'Edit src/b.ts', 'Edit src/c.ts'], 'Edited src/a.ts and 2 more'],
    [['Edit src/a.ts', 'Edit src/a.ts', 'Edit src/a.ts'], 'Edited src/a.ts 3 times'],
    [['Write b.ts', 'Edit a.ts', 'Delete c.ts'], 'Deleted c.ts, edited a.ts, wrote b.ts'],
    [
      ['Read /workspace/src/a.ts', 'Find *.ts', 'List /'],
      'Read src/a.ts, looked for files once, listed 1 folder',
    ],
    [['Read a.ts', 'Read a.ts', 'Search "x"'], 'Read a.ts twice, searched once'],
    [['Weather in Rome', 'Read a.ts', 'Weather'], 'Read a.ts, made 2 other calls'],
    [['Read a.ts', 'Dissolve the team crew'], 'Read a.ts, dissolved the team crew'],
    [['Fetch example.org', 'Fetch example.com', 'Fetch example.org'], 'Fetched 2 pages'],
  ])('%j', (titles, sentence) => {
    expect(sentenceOf(titles)).toBe(sentence)
  })
})

const verbs = ['Delete', 'Edit', 'Write', 'Fetch', 'Read', 'Search', 'Find', 'List', 'Weather']
const told = [
  'deleted',
  'edited',
  'wrote',
  'fetched',
  'read',
  'searched',
  'looked',
  'listed',
  'made',
]
const someTitles = fc.array(
  fc.record({ verb: fc.constantFrom(...verbs), object: fc.constantFrom('a', 'b', 'c', 'd') }),
  { minLength: 1, maxLength: 30 },
)

test('each kind is told once, the most important first, in whatever order the calls came', () => {
  fc.assert(
    fc.property(someTitles, (calls) => {
      const sentence = sentenceOf(calls.map(({ verb, object }) => `${verb} ${object}`))
      const expected = told.filter((_, kind) => calls.some(({ verb }) => verb === verbs[kind]))
      expect(
        sentence
          .toLowerCase()
          .split(', ')
          .map((clause) => clause.split(' ')[0]),
      ).toEqual(expected)
      expect(sentence).toMatch(/^[A-Z]/)
      expect(
        sentenceOf(calls.toReversed().map(({ verb, object }) => `${verb} ${object}`)).length,
      ).toBe(sentence.length)
    }),
  )
})

test('counts are of what there was: files and folders once each, searches as often as they were made', () => {
  fc.assert(
    fc.property(someTitles, (calls) => {
      const sentence = sentenceOf(
        calls.map(({ verb, object }) => `${verb} ${object}`),
      ).toLowerCase()
      const of = (verb: string) =>
        calls.filter((one) => one.verb === verb).map(({ object }) => object)
      const listed = new Set(of('List')).size
      if (listed) expect(sentence).toContain(`listed ${listed} folder${listed > 1 ? 's' : ''}`)
      const read = new Set(of('Read')).size
      if (read > 1) expect(sentence).toContain(`read ${read} files`)
      if (of('Search').length > 2)
        expect(sentence).toContain(`searched ${of('Search').length} times`)
    }),
  )
})

test('a plan is told by what its agent says is done', () => {
  const plans = [
    [0, 5],
    [0, 1],
    [2, 5],
    [5, 5],
    [0, 0],
  ].map(([done = 0, total = 0]) => ({ done, total }))
  expect(plans.map(tellPlan)).toEqual([
    'Plan: 5 steps',
    'Plan: 1 step',
    'Plan: 2 of 5 done',
    'Plan: all 5 done',
    'Plan: emptied',
  ])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SubmittedComment, SubmittedReview } from '../projections/code-reviews.ts'
import { compareReviews, type LaterReview } from './compare-reviews.ts'
import { type ChangedFile, parseDiff } from './unified-diff.ts'

function comment(part: Partial<SubmittedComment> = {}): SubmittedComment {
  return {
    ...{ file: 'src/x.ts', line: 10, severity: 'high', category: 'injection', reviewers: [] },
    message: 'User input is concatenated into the SQL query.',
    quote: '  db.query(sql + name)',
    ...part,
  }
}

function submitted(
  comments: readonly SubmittedComment[],
  unread: readonly string[] = [],
): SubmittedReview {
  return {
    ...{ by: 'orchestrator', summary: '', recommendation: 'comment', moved: 0, dropped: 0 },
    ...{ tokensUsed: 0, costUsd: 0, seq: 1, at: 1 },
    ...{ comments, unread: [...unread], unheard: [] },
  }
}

function compare(
  before: readonly SubmittedComment[],
  now: readonly SubmittedComment[],
  {
    leftOut = [],
    unread = [],
    subject = { type: 'session' },
    files = [],
  }: Partial<Pick<LaterReview, 'leftOut' | 'subject'>> & {
    unread?: readonly string[]
    files?: readonly ChangedFile[]
  } = {},
) {
  const later = { subject, leftOut, submitted: submitted(now, unread) }
  return compareReviews(submitted(before), later, files)
}

const same = comment({ line: 42, message: 'The query concatenates what the user put into SQL.' })
const other = comment({
  category: 'errors',
  message: 'A missing row is not told.',
  quote: 'return',
})

test('what is said again stands, wherever its lines are now; else it was fixed, or is new', () => {
  expect(compare([comment(), other], [same])).toEqual({
    fixed: [other],
    standing: [{ before: comment(), now: same }],
    added: [],
    unknown: [],
  })
  expect(compare([other], [same])).toMatchObject({ fixed: [other], added: [same], standing: [] })
  const elsewhere = comment({ file: 'src/y.ts' })
  expect(compare([comment()], [elsewhere])).toMatchObject({ added: [elsewhere], standing: [] })
})

test('of the same lines and kind it is the same, in whatever words', () => {
  const words = { message: 'Use parameters.', quote: '\tdb.query(sql  + name)' }
  expect(compare([comment()], [comment(words)]).standing).toHaveLength(1)
  expect(compare([comment()], [comment({ ...words, quote: 'db.run(sql)' })]).standing).toEqual([])
  expect(compare([comment()], [comment({ ...words, category: 'style' })]).standing).toEqual([])
})

test('two alike are told apart by where they are', () => {
  const [near, far] = [comment({ line: 11 }), comment({ line: 90 })]
  const [first, second] = [comment({ line: 10 }), comment({ line: 88 })]
  expect(compare([second, first], [near, far]).standing).toEqual([
    { before: first, now: near },
    { before: second, now: far },
  ])
})

test('nothing is known of a file that nobody looked at again', () => {
  const leftOut = (path: string) => [{ path, why: 'over-budget' as const }]
  expect(compare([comment()], [], { leftOut: leftOut('src/x.ts') }).unknown).toHaveLength(1)
  expect(compare([comment()], [], { leftOut: leftOut('src/') }).unknown).toHaveLength(1)
  expect(compare([comment()], [], { leftOut: leftOut('src/x') }).unknown).toEqual([])
  expect(compare([comment()], [], { unread: ['src/x.ts'] }).unknown).toHaveLength(1)
  const cutOff: LaterReview = { subject: { type: 'session' }, leftOut: [] }
  expect(compareReviews(submitted([comment()]), cutOff, []).unknown).toHaveLength(1)
})

const lines = ' one\n+  db.query(sql + name)\n }\n'
const files = parseDiff(`--- a/src/x.ts\n+++ b/src/x.ts\n@@ -19,2 +19,3 @@\n${lines}`)

function fate(part: Partial<SubmittedComment>, subject: LaterReview['subject']): string {
  const { fixed, unknown } = compare([comment(part)], [], { subject, files })
  return `${fixed.length} fixed, ${unknown.length} unknown`
}

test('what nobody says again is not fixed where its lines are the same, unless they were to be so', () => {
  const places = (part: Partial<SubmittedComment>) => fate(part, { type: 'session' })
  expect(places({})).toBe('0 fixed, 1 unknown')
  expect(places({ quote: 'one\n  db.query(sql + name)' })).toBe('0 fixed, 1 unknown')
  expect(places({ quote: 'db.query(sql + name)' })).toBe('1 fixed, 0 unknown')
  expect(places({ quote: '}' })).toBe('1 fixed, 0 unknown')
  expect(places({ settled: 'accepted' })).toBe('1 fixed, 0 unknown')
  expect(places({ line: 90 })).toBe('1 fixed, 0 unknown')
  expect(places({ file: 'src/y.ts' })).toBe('1 fixed, 0 unknown')
  const twice = parseDiff(
    '--- a/src/x.ts\n+++ b/src/x.ts\n@@ -0,0 +8,4 @@\n+  db.query(sql + name)\n+x\n+y\n+  db.query(sql + name)\n',
  )
  expect(compare([comment()], [], { files: twice }).unknown).toHaveLength(1)
})

test.each([
  { type: 'uncommitted' },
  { type: 'staged' },
  { type: 'base', ref: 'main' },
  { type: 'diff', name: 'x.diff' },
] as const)('what $type no longer has may have been committed as it is', (subject) => {
  expect(fate({ file: 'src/y.ts' }, subject)).toBe('0 fixed, 1 unknown')
  expect(fate({ line: 90 }, subject)).toBe('0 fixed, 1 unknown')
  expect(fate({ quote: 'others' }, subject)).toBe('1 fixed, 0 unknown')
  expect(fate({ file: 'src/y.ts', settled: 'accepted' }, subject)).toBe('1 fixed, 0 unknown')
  const gone = parseDiff('--- a/src/x.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n')
  expect(compare([comment()], [], { subject, files: gone }).fixed).toHaveLength(1)
})

test('what a person dismissed is not told of, unless somebody says it again', () => {
  const dismissed = comment({ settled: 'dismissed' })
  expect(compare([dismissed], [])).toEqual({ fixed: [], standing: [], added: [], unknown: [] })
  expect(compare([dismissed], [], { files, unread: ['src/x.ts'] }).unknown).toEqual([])
  expect(compare([dismissed], [same]).standing).toEqual([{ before: dismissed, now: same }])
})

const comments = fc.array(
  fc
    .record({
      file: fc.constantFrom('a', 'b'),
      line: fc.integer({ min: 1, max: 9 }),
      category: fc.constantFrom('one', 'two'),
      message: fc
        .subarray(['query', 'null', 'loop', 'leak'], { minLength: 1 })
        .map((w) => w.join(' ')),
      quote: fc.constantFrom('x', 'y'),
    })
    .map(comment),
  { maxLength: 8 },
)

test('every comment is in one place', () => {
  fc.assert(
    fc.property(comments, comments, (before, now) => {
      const { fixed, standing, added, unknown } = compare(before, now)
      const olds = new Set([...fixed, ...unknown, ...standing.map((one) => one.before)])
      const nows = new Set([...added, ...standing.map((one) => one.now)])
      expect(olds).toEqual(new Set(before))
      expect(nows).toEqual(new Set(now))
      expect(fixed.length + unknown.length + standing.length).toBe(before.length)
      expect(added.length + standing.length).toBe(now.length)
    }),
  )
})

test('the same again stands', () => {
  fc.assert(
    fc.property(comments, (before) => {
      expect(
        compare(
          before,
          before.map((one) => ({ ...one })),
        ).standing,
      ).toHaveLength(before.length)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReviewComment } from '../events/code-review.ts'
import { ALIKE, likenessOf, mergeComments, recommend, type Said } from './merge-findings.ts'

const comment: ReviewComment = {
  file: 'src/x.ts',
  line: 10,
  severity: 'medium',
  category: 'injection',
  message: 'User input is concatenated into the SQL query, which allows injection.',
  quote: 'db.query(sql + name)',
  reviewers: ['security'],
}
const same: Partial<ReviewComment> = {
  message: 'SQL injection: `name` is interpolated directly in the query string. Use parameters.',
  reviewers: ['logic'],
}

test('what two reviewers say of one place is one comment: the graver, of both', () => {
  const graver = { ...comment, ...same, severity: 'critical' as const, line: 11 }
  expect(mergeComments([comment, graver])).toEqual([
    { ...graver, reviewers: ['logic', 'security'] },
  ])
})

test.each<[string, Partial<ReviewComment>]>([
  ['in another file', { ...same, file: 'src/y.ts' }],
  ['some lines further', { ...same, line: 14 }],
  [
    'about something else',
    {
      message: 'A missing row is not told from an empty name.',
      category: 'errors',
      reviewers: ['logic'],
    },
  ],
  [
    'of the same kind, about something else',
    { message: 'The path is passed to the shell unescaped.', reviewers: ['logic'] },
  ],
])('a comment %s is another', (_, part) => {
  expect(mergeComments([comment, { ...comment, ...part }])).toHaveLength(2)
})

test('who says something of two lines means two, also in the same words; of one line it is one', () => {
  const one = { ...comment, category: 'async', message: 'The answer of `save` is not awaited.' }
  const other = { ...one, line: 12, message: 'The answer of `load` is not awaited.' }
  expect(mergeComments([one, other])).toHaveLength(2)
  expect(mergeComments([one, { ...other, message: one.message }])).toHaveLength(2)
  expect(mergeComments([one, { ...other, line: one.line }])).toHaveLength(1)
  expect(mergeComments([one, { ...other, reviewers: ['design'] }])).toHaveLength(1)
})

test('a suggestion is taken over with the lines it is for, and with no others', () => {
  const better = { ...comment, ...same, suggestion: 'db.query(sql, name)' }
  const graver = { ...comment, severity: 'high' as const }
  expect(mergeComments([better, graver])).toMatchObject([
    { severity: 'high', message: comment.message, suggestion: 'db.query(sql, name)' },
  ])
  const [longer] = mergeComments([better, { ...graver, endLine: 11 }])
  expect(longer).not.toHaveProperty('suggestion')
})

test('the gravest come first, of these what several said', () => {
  const told = (['low', 'high', 'critical', 'high'] as const).map((severity, index) => ({
    ...comment,
    ...{ severity, line: 100 * index + 1 },
    reviewers: index === 3 ? ['logic', 'security'] : ['logic'],
  }))
  expect(mergeComments(told).map(({ line }) => line)).toEqual([201, 301, 101, 1])
})

test('the host asks for changes where something is grave, and never approves', () => {
  expect(recommend([])).toBe('comment')
  expect(recommend([{ severity: 'medium' }, { severity: 'low' }])).toBe('comment')
  expect(recommend([{ severity: 'low' }, { severity: 'high' }])).toBe('request_changes')
  expect(recommend([{ severity: 'critical' }])).toBe('request_changes')
})

const words = ['query', 'injection', 'await', 'null', 'loop', 'index', 'leak']
const comments = fc.array(
  fc
    .record({
      file: fc.constantFrom('a', 'b'),
      line: fc.integer({ min: 1, max: 12 }),
      length: fc.integer({ min: 0, max: 3 }),
      severity: fc.constantFrom('critical', 'high', 'medium', 'low'),
      category: fc.constantFrom('one', 'two'),
      said: fc.subarray(words, { minLength: 1 }),
      reviewers: fc.subarray(['design', 'logic', 'security']),
      suggestion: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
    })
    .map(
      ({ length, said, suggestion, ...rest }): ReviewComment => ({
        ...rest,
        ...(length > 0 && { endLine: rest.line + length }),
        ...(suggestion !== undefined && { suggestion }),
        message: said.join(' '),
        quote: 'q',
      }),
    ),
  { maxLength: 12 },
)

test('merging again changes nothing, and the order they came in does not matter', () => {
  fc.assert(
    fc.property(comments, fc.infiniteStream(fc.nat()), (told, keys) => {
      const merged = mergeComments(told)
      expect(mergeComments(merged)).toEqual(merged)
      const shuffled = told
        .map((one) => ({ one, key: keys.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ one }) => one)
      expect(mergeComments(shuffled)).toEqual(merged)
    }),
    { numRuns: 500 },
  )
})

test('no comment is gone without another of its file, near it and as grave, that names its reviewers', () => {
  fc.assert(
    fc.property(comments, (told) => {
      const merged = mergeComments(told)
      const ranks = ['critical', 'high', 'medium', 'low']
      for (const { file, line, endLine = line, severity, reviewers } of told) {
        expect(
          merged.some(
            (one) =>
              one.file === file &&
              one.line - endLine <= 3 &&
              line - (one.endLine ?? one.line) <= 3 &&
              ranks.indexOf(one.severity) <= ranks.indexOf(severity) &&
              reviewers.every((name) => one.reviewers.includes(name)),
          ),
        ).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

type Pair = readonly [kind: string, one: string, otherKind: string, other: string]

function likeness([category, message, otherCategory, otherMessage]: Pair): number {
  const one: Said = { category, message }
  const other: Said = { category: otherCategory, message: otherMessage }
  expect(likenessOf(other, one)).toBe(likenessOf(one, other))
  return likenessOf(one, other)
}

test.each<Pair>([
  [
    ...['null-check', '`user` may be undefined when the session expired, and `.name` then throws.'],
    ...['undefined', '`findUser` answers undefined for an expired session; `user.name` throws.'],
  ] as const,
  [
    ...['path traversal', 'The name comes from the request and is joined to the folder unchecked.'],
    ...['security', '`join(root, request.name)` allows path traversal: the name is unchecked.'],
  ] as const,
  [
    ...['race', 'Two calls can both see the file missing and both create it.'],
    ...['concurrency', 'Check-then-create is racy: two callers may both find the file missing.'],
  ] as const,
  [
    ...['resource leak', 'The file handle is never closed when parsing throws.'],
    ...['leak', 'If `parse` throws, `handle` stays open; close it in a finally.'],
  ] as const,
  [
    ...['performance', 'A query for every row: N+1.'],
    ...['performance', 'Each iteration runs a query (N+1); load them in one.'],
  ] as const,
  ['async', 'Not awaited.', 'Async', 'Not awaited.'],
  ['名前', '短すぎる', '名前', '短すぎる'],
])('“%s: %s” is alike “%s: %s”', (...pair) => {
  expect(likeness(pair)).toBeGreaterThanOrEqual(ALIKE)
})

test.each<Pair>([
  [
    ...['security', 'The token is compared with ==, which leaks timing.'],
    ...['security', 'The token is written to the log in plain text.'],
  ] as const,
  [
    ...['error-handling', 'The error is swallowed.'],
    ...['error-handling', 'The error of `close` hides that of `write`.'],
  ] as const,
  [
    ...['tests', 'There is no test for an empty list.'],
    ...['tests', 'The test sleeps instead of polling.'],
  ] as const,
  [
    ...['injection', 'User input goes into the SQL query.'],
    ...['validation', 'User input is not limited in length.'],
  ] as const,
  [
    ...['logic', 'The loop stops one before the last element.'],
    ...['performance', 'The loop reads the file again for every element.'],
  ] as const,
])('“%s: %s” is another than “%s: %s”', (...pair) => {
  expect(likeness(pair)).toBeLessThan(ALIKE)
})

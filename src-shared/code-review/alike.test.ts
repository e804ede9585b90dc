import { expect, test } from 'vitest'
import { ALIKE, likenessOf, type Said } from './alike.ts'

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

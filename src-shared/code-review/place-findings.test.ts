import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Finding } from '../events/code-review.ts'
import { placeFindings } from './place-findings.ts'
import { parseDiff } from './unified-diff.ts'

/** Lines 10 to 13 and 40 to 41 of one file, 1 of another; a third is gone. */
const files = parseDiff(`diff --git a/src/x.ts b/src/x.ts
--- a/src/x.ts
+++ b/src/x.ts
@@ -10,3 +10,4 @@
 ten
-old
+eleven
+twelve
 thirteen
@@ -39,1 +40,2 @@
 forty
+forty one
diff --git a/old/y.ts b/lib/y.ts
rename from old/y.ts
rename to lib/y.ts
--- a/old/y.ts
+++ b/lib/y.ts
@@ -1 +1 @@
-one
+ONE
diff --git a/gone.ts b/gone.ts
deleted file mode 100644
--- a/gone.ts
+++ /dev/null
@@ -1 +0,0 @@
-one
`)

const finding: Finding = {
  file: 'src/x.ts',
  line: 11,
  severity: 'high',
  category: 'logic',
  message: 'Eleven is not ten.',
}

function place(part: Partial<Finding>) {
  const { comments, moved, dropped } = placeFindings(files, [
    { finding: { ...finding, ...part }, reviewers: ['logic'] },
  ])
  const [comment] = comments
  if (!comment) return { dropped }
  const { file, line, endLine, quote, movedFrom, suggestion } = comment
  const place = `${file}:${line}${endLine === undefined ? '' : `–${endLine}`}`
  return {
    place,
    quote,
    ...(moved > 0 && { movedFrom }),
    ...(suggestion !== undefined && { suggestion }),
  }
}

test('a finding on a line of the change stays where it is, with what stands there', () => {
  const suggestion = 'XI\n'
  expect(
    placeFindings(files, [
      { finding: { ...finding, endLine: 12, suggestion }, reviewers: ['logic'] },
    ]),
  ).toEqual({
    comments: [
      {
        ...finding,
        endLine: 12,
        suggestion: 'XI',
        quote: 'eleven\ntwelve',
        reviewers: ['logic'],
      },
    ],
    moved: 0,
    dropped: 0,
  })
  expect(place({ line: 10 })).toEqual({ place: 'src/x.ts:10', quote: 'ten' })
})

test('on a line that is not in it, it is moved to the nearest, or dropped', () => {
  expect(place({ line: 18 })).toEqual({ place: 'src/x.ts:13', quote: 'thirteen', movedFrom: 18 })
  expect(place({ line: 35 })).toEqual({ place: 'src/x.ts:40', quote: 'forty', movedFrom: 35 })
  expect(place({ line: 5, endLine: 11 })).toEqual({
    place: 'src/x.ts:10–11',
    quote: 'ten\neleven',
    movedFrom: 5,
  })
  for (const line of [4, 19, 34, 47, 1_000_000]) expect(place({ line })).toEqual({ dropped: 1 })
  expect(place({ file: 'gone.ts', line: 1 })).toEqual({ dropped: 1 })
  expect(place({ file: 'src/other.ts' })).toEqual({ dropped: 1 })
})

test('the last line is within the hunk of the first', () => {
  expect(place({ endLine: 40 })).toEqual({
    place: 'src/x.ts:11–13',
    quote: 'eleven\ntwelve\nthirteen',
  })
  expect(place({ line: 12, endLine: 11 })).toEqual({
    place: 'src/x.ts:11–12',
    quote: 'eleven\ntwelve',
  })
})

test('a suggestion stays only with the lines it is for, and where it would change them', () => {
  const suggestion = 'XI'
  expect(place({ suggestion })).toMatchObject({ suggestion })
  expect(place({ suggestion: '```ts\nXI\n```\n' })).toMatchObject({ suggestion })
  expect(place({ suggestion: '' })).toMatchObject({ suggestion: '' })
  expect(place({ suggestion: '\n' })).toMatchObject({ suggestion: '\n' })
  expect(place({ suggestion: 'XI\r\nXII\r\n' })).toMatchObject({ suggestion: 'XI\nXII' })
  for (const part of [{ line: 14 }, { endLine: 20 }, { suggestion: 'eleven' }]) {
    expect(place({ suggestion, ...part })).not.toHaveProperty('suggestion')
  }
})

test('no comment quotes more than can be looked at, and suggests nothing for what it leaves out', () => {
  const long = (lines: readonly string[]) =>
    parseDiff(
      `--- a/src/x.ts\n+++ b/src/x.ts\n@@ -0,0 +1,${lines.length} @@\n${lines.map((one) => `+${one}\n`).join('')}`,
    )
  const quoted = (lines: readonly string[], endLine: number) => {
    const told = { finding: { ...finding, line: 2, endLine, suggestion: 'x' }, reviewers: [] }
    const [comment] = placeFindings(long(lines), [told]).comments
    return [comment?.endLine ?? comment?.line, comment?.quote.length, comment?.suggestion]
  }
  const short = Array.from({ length: 300 }, () => 'a line')
  expect(quoted(short, 41)).toEqual([41, 279, 'x'])
  expect(quoted(short, 42)).toEqual([41, 279, undefined])
  expect(quoted(short, 99_999)).toEqual([41, 279, undefined])
  const wide = Array.from({ length: 30 }, () => 'x'.repeat(3_000))
  expect(quoted(wide, 3)).toEqual([3, 6_001, 'x'])
  expect(quoted(wide, 20)).toEqual([3, 6_001, undefined])
  expect(quoted(['', 'x'.repeat(100_000), ''], 2)).toEqual([2, 0, undefined])
})

test.each([
  ['a/src/x.ts', 'src/x.ts'],
  ['./src/x.ts', 'src/x.ts'],
  ['src\\x.ts', 'src/x.ts'],
  ['/workspace/src/x.ts', 'src/x.ts'],
  ['/home/me/project/src/x.ts', 'src/x.ts'],
  ['x.ts', 'src/x.ts'],
  ['old/y.ts', 'lib/y.ts'],
  ['b/lib/y.ts', 'lib/y.ts'],
])('%s is understood as %s', (file, path) => {
  expect(place({ file, line: path === 'src/x.ts' ? 11 : 1 })).toMatchObject({
    place: `${path}:${path === 'src/x.ts' ? 11 : 1}`,
  })
})

test('a name that two files end with is neither', () => {
  const two = parseDiff(
    ['a/i.ts', 'b/c/i.ts']
      .map(
        (path) =>
          `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`,
      )
      .join(''),
  )
  const told = ['i.ts', 'c/i.ts', '/p/b/c/i.ts'].map((file) => {
    return { finding: { ...finding, file, line: 1 }, reviewers: [] }
  })
  const { comments, dropped } = placeFindings(two, told)
  expect([dropped, ...comments.map(({ file }) => file)]).toEqual([1, 'b/c/i.ts', 'b/c/i.ts'])
})

test('every comment is on lines of the change, which it quotes', () => {
  const number = fc.integer({ min: 1, max: 50 })
  const told = fc.array(
    fc.record({
      file: fc.constantFrom('src/x.ts', 'lib/y.ts', 'gone.ts'),
      line: number,
      endLine: number,
    }),
  )
  fc.assert(
    fc.property(told, (places) => {
      const findings = places.map((one) => ({ finding: { ...finding, ...one }, reviewers: [] }))
      const { comments, moved, dropped } = placeFindings(files, findings)
      expect(comments.length + dropped).toBe(places.length)
      expect(comments.filter(({ movedFrom }) => movedFrom !== undefined).length).toBe(moved)
      for (const { file, line, endLine = line, quote } of comments) {
        const left = files
          .filter(({ path }) => path === file)
          .flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines))
          .filter((one) => one.line !== undefined && one.line >= line && one.line <= endLine)
        expect(left.map(({ text }) => text).join('\n')).toBe(quote)
        expect(left.length).toBe(endLine - line + 1)
      }
    }),
  )
})

import { createTwoFilesPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutPieces } from './chunk-diff.ts'
import { type ChangedFile, parseDiff } from './unified-diff.ts'

function patch(path: string, before: string, after: string): string {
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after)
}

const ten = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`)

test('a piece has a header, and lines with the numbers they are named by', () => {
  const before = [...ten, ...ten].join('\n')
  const after = before.replace('line 2\n', 'second\nand a half\n').replace(/line 9$/mu, '')
  const far = after.replace(/line 10$/u, 'the last')
  const pieces = cutPieces(parseDiff(patch('src/x.ts', before, far)), 1000)
  expect(pieces.map(({ text }) => text)).toEqual([
    [
      '=== piece 1: src/x.ts (modified), lines 1–21',
      '      1   line 1',
      '        - line 2',
      '      2 + second',
      '      3 + and a half',
      ...[4, 5, 6, 7].map((n) => `      ${n}   line ${n - 1}`),
      '      8   line 7',
      '      9   line 8',
      '        - line 9',
      '     10 + ',
      '     11   line 10',
      '     12   line 1',
      '     13   line 2',
      '     14   line 3',
      '      ⋮',
      '     17   line 6',
      '     18   line 7',
      '     19   line 8',
      '     20   line 9',
      '        - line 10',
      '     21 + the last',
    ].join('\n'),
  ])
})

test('of a deleted file, and of one that was renamed, the header says so', () => {
  const diff =
    'diff --git a/x b/y\nrename from x\nrename to y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n' +
    'diff --git a/z b/z\ndeleted file mode 100644\n--- a/z\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n'
  expect(cutPieces(parseDiff(diff), 100).map(({ text }) => text)).toEqual([
    '=== piece 1: y (renamed, from x), lines 1–1\n        - a\n      1 + b',
    '=== piece 2: z (deleted), no lines are left\n        - a',
  ])
})

test('an enormous line is cut, and what a reader may take for the end of a line is written out', () => {
  const long = `${'x'.repeat(100_000)}\u{1f600}`
  const sly = 'a\r      7 + b\u{2028}c\u{202e}d\te'
  const [piece, ...more] = cutPieces(parseDiff(patch('x', '', `${long}\n${sly}\n`)), 1000)
  expect(more).toEqual([])
  const [, first = '', second] = piece?.text.split('\n') ?? []
  expect(first).toMatch(/^ {6}1 \+ x{2000}… \[98002 more characters\]$/u)
  expect(second).toBe('      2 + a<U+000D>      7 + b<U+2028>c<U+202E>d\te')
})

const text = fc
  .array(fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.string({ maxLength: 300 })), { maxLength: 60 })
  .map((lines) => lines.join('\n').replaceAll('\r', ''))
const pair = fc.tuple(text, text).filter(([before, after]) => before !== after)

/** The numbers and signs of a piece's lines. */
function shownIn(piece: string): readonly string[] {
  return piece
    .split('\n')
    .slice(1)
    .map((line) => line.slice(0, 9).trim())
    .filter((shown) => shown !== '⋮')
}

function linesOf({ hunks }: ChangedFile): readonly string[] {
  const signs = { same: '', added: ' +', removed: '-' }
  return hunks.flatMap(({ lines }) => lines.map(({ how, line }) => `${line ?? ''}${signs[how]}`))
}

test('every line of the diff is in exactly one piece, and no piece is over its tokens but by one line', () => {
  fc.assert(
    fc.property(
      fc.array(pair, { maxLength: 4 }),
      fc.integer({ min: 1, max: 2000 }),
      (pairs, most) => {
        const diff = pairs
          .map(([before, after], index) => patch(`${index}`, before, after))
          .join('')
        const files = parseDiff(diff)
        const pieces = cutPieces(files, most)
        expect(cutPieces(parseDiff(diff), most)).toEqual(pieces)
        expect(pieces.map(({ number }) => number)).toEqual(pieces.map((_, index) => index + 1))
        for (const file of files) {
          const own = pieces.filter(({ path }) => path === file.path)
          expect(own.flatMap((piece) => shownIn(piece.text))).toEqual(linesOf(file))
        }
        for (const { tokens, text: shown } of pieces) {
          expect(tokens).toBe(Math.ceil(shown.length / 3))
          expect(tokens).toBeLessThanOrEqual(Math.max(most, 100))
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('a file without lines has no piece', () => {
  expect(
    cutPieces(parseDiff('diff --git a/x b/x\nold mode 100644\nnew mode 100755\n'), 10),
  ).toEqual([])
})

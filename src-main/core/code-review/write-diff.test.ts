import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { parseDiff } from '#shared/code-review/unified-diff.ts'
import { writeDiff, writeRename } from './write-diff.ts'

const sly = 'a "b"\\\n\tc.ts'

test('whatever a file is called, and whether there was one, is read as it was written', () => {
  const texts = ['one\n', 'two'] as const
  const parts = [
    writeDiff({ path: sly, before: { text: texts[0] }, after: { text: texts[1] } }),
    writeDiff({ path: 'b/x y', before: 'nowhere', after: { text: 'one' } }),
    writeDiff({ path: 'empty', before: 'nowhere', after: { text: '' } }),
    writeDiff({ path: 'gone', before: { text: 'one\n' }, after: 'nowhere' }),
    writeDiff({ path: 'x.png', before: 'binary', after: 'nowhere' }),
    writeDiff({ path: 'large', before: { text: '' }, after: 'too-large' }),
    writeRename('old', sly),
  ]
  const files = parseDiff(parts.map(({ text }) => text).join(''))
  expect(
    files.map(({ path, from, how, added, removed, isBinary }) => [
      path,
      from,
      how,
      added,
      removed,
      isBinary,
    ]),
  ).toEqual([
    [sly, undefined, 'modified', 1, 1, false],
    ['b/x y', undefined, 'added', 1, 0, false],
    ['empty', undefined, 'added', 0, 0, false],
    ['gone', undefined, 'deleted', 0, 1, false],
    ['x.png', undefined, 'deleted', 0, 0, true],
    ['large', undefined, 'modified', 0, 0, false],
    [sly, 'old', 'renamed', 0, 0, false],
  ])
  expect(parts.flatMap(({ cut }) => cut ?? [])).toEqual(['too-large'])
})

test('what differs too much is told as one that went and one that came', () => {
  const lines = (name: string) => Array.from({ length: 3000 }, (_, at) => `${name}${at}`).join('\n')
  const { text } = writeDiff({
    path: 'x',
    before: { text: lines('a') },
    after: { text: lines('b') },
  })
  const [file] = parseDiff(text)
  expect([file?.added, file?.removed, file?.hunks.length]).toEqual([3000, 3000, 1])
})

const text = fc
  .array(fc.constantFrom('', 'a', 'b', '--- c', '+++ d'), { maxLength: 12 })
  .map((lines) => lines.join('\n'))

test('git makes of the one text the other by it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-diff-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after)
      writeFileSync(join(folder, 'x'), before)
      const { text: diff } = writeDiff({
        path: 'x',
        before: { text: before },
        after: { text: after },
      })
      execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: diff })
      expect(readFileSync(join(folder, 'x'), 'utf8')).toBe(after)
    }),
    { numRuns: 40 },
  )
})

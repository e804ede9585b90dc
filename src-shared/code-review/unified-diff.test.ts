import { createTwoFilesPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChangedFile, parseDiff, readFiles } from './unified-diff.ts'

/** Without its hunks: how it is told of. */
function named(diff: string) {
  return parseDiff(diff).map(({ hunks, text, added, removed, isBinary, ...names }) => ({
    ...names,
    counts: `+${added} −${removed}${isBinary ? ' binary' : ''}`,
  }))
}

function linesOf({ hunks }: ChangedFile): readonly string[] {
  const signs = { same: ' ', added: '+', removed: '-' }
  return hunks.flatMap(({ lines }) =>
    lines.map(
      ({ how, text, line, oldLine }) => `${oldLine ?? ''}:${line ?? ''}${signs[how]}${text}`,
    ),
  )
}

const HUNK = '@@ -1,2 +1,3 @@ function one() {\n one\n-two\n+TWO\n+three\n'

test('lines have the numbers of before and after, and the text as it stands', () => {
  const [file] = parseDiff(`diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n${HUNK}`)
  expect(file && linesOf(file)).toEqual(['1:1 one', '2:-two', ':2+TWO', ':3+three'])
})

test('git’s headers: new, deleted, renamed, copied, of another mode, binary', () => {
  const diff = [
    'diff --git a/new.ts b/new.ts',
    'new file mode 100644',
    'index 0000000..1',
    '--- /dev/null',
    '+++ b/new.ts',
    '@@ -0,0 +1 @@',
    '+one',
    '\\ No newline at end of file',
    'diff --git a/b/old.ts b/b/old.ts',
    'deleted file mode 100644',
    'index 1..0000000',
    '--- a/b/old.ts',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-one',
    'diff --git a/old name.ts b/src/new name.ts',
    'similarity index 90%',
    'rename from old name.ts',
    'rename to src/new name.ts',
    '--- a/old name.ts\t',
    '+++ b/src/new name.ts\t',
    '@@ -1 +1 @@',
    '-one',
    '+two',
    'diff --git a/one b/other',
    'similarity index 100%',
    'copy from one',
    'copy to other',
    'diff --git a/run it.sh b/run it.sh',
    'old mode 100644',
    'new mode 100755',
    'diff --git a/empty b/empty',
    'new file mode 100644',
    'index 0000000..e69de29',
    'diff --git a/x.png b/x.png',
    'index 1..2 100644',
    'Binary files a/x.png and b/x.png differ',
    'diff --git a/y.png b/y.png',
    'index 1..2 100644',
    'GIT binary patch',
    'delta 6',
    'Ncmb<0@bdz',
    '',
    'delta 6',
    'Ncmb<a/-@b',
    '',
    'diff --git a/last b/last',
    '--- a/last',
    '+++ b/last',
    '@@ -1 +1 @@',
    '-one',
    '+two',
  ].join('\n')
  expect(named(diff)).toEqual([
    { path: 'new.ts', how: 'added', counts: '+1 −0' },
    { path: 'b/old.ts', how: 'deleted', counts: '+0 −1' },
    { path: 'src/new name.ts', from: 'old name.ts', how: 'renamed', counts: '+1 −1' },
    { path: 'other', from: 'one', how: 'added', counts: '+0 −0' },
    { path: 'run it.sh', how: 'modified', counts: '+0 −0' },
    { path: 'empty', how: 'added', counts: '+0 −0' },
    { path: 'x.png', how: 'modified', counts: '+0 −0 binary' },
    { path: 'y.png', how: 'modified', counts: '+0 −0 binary' },
    { path: 'last', how: 'modified', counts: '+1 −1' },
  ])
  expect(
    parseDiff(diff)
      .map(({ text }) => text)
      .join(''),
  ).toBe(`${diff}\n`)
})

test.each([
  ['diff --git a/s/x b/s/x', 'a/s/x', 'b/s/x'],
  ['diff --git i/s/x w/s/x', 'i/s/x', 'w/s/x'],
  ['diff --git w/s/x i/s/x', 'w/s/x', 'i/s/x'],
  ['diff --git s/x s/x', 's/x', 's/x'],
  ['diff --git old/s/x new/s/x', 'old/s/x', 'new/s/x'],
  ['diff --git "a/s/x" "b/s/x"', '"a/s/x"', '"b/s/x"'],
  ['diff --git "a/s/x" b/s/x', '"a/s/x"', 'b/s/x'],
  ['diff --git w/s/x w/s/x', '/dev/null', 'w/s/x'],
])('%s', (first, old, now) => {
  const [path] = named(`${first}\n--- ${old}\n+++ ${now}\n${HUNK}`).map((file) => file.path)
  expect(path).toBe(first.includes('w/s/x w') ? 'w/s/x' : 's/x')
})

test('names in quotes are read as bytes of UTF-8', () => {
  const quoted = '"a/f\\303\\274r \\"\\t\\\\\\346\\227\\245.ts"'
  const diff = `diff --git ${quoted} ${quoted.replace('a/', 'b/')}\nold mode 100644\nnew mode 100755\n`
  expect(named(diff)[0]?.path).toBe('für "\t\\日.ts')
  const latin = '"a/\\374.ts"'
  expect(named(`--- ${latin}\n+++ ${latin}\n${HUNK}`)[0]?.path).toBe('a/ü.ts')
})

test('other programs’ diffs, and mails', () => {
  expect(named(`--- src/x.ts\t2026-01-01 00:00\n+++ src/x.ts\t2026-01-02\n${HUNK}`)).toEqual([
    { path: 'src/x.ts', how: 'modified', counts: '+2 −1' },
  ])
  const svn = `Index: x.ts\n${'='.repeat(67)}\n--- x.ts\t(revision 1)\n+++ x.ts\t(working copy)\n${HUNK}`
  expect(named(`${svn}\nProperty changes on: x.ts\n`).map(({ path }) => path)).toEqual(['x.ts'])
  const mail = `From: someone\nSubject: one\n\n---\n x | 3 ++-\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n${HUNK}-- \n2.39.2\n\n`
  expect(named(mail + mail).map(({ path }) => path)).toEqual(['x', 'x'])
  expect(parseDiff(mail)[0]?.text.endsWith('+three\n')).toBe(true)
  expect(named('Binary files a/x.png and b/x.png differ\n')).toEqual([
    { path: 'x.png', how: 'modified', counts: '+0 −0 binary' },
  ])
})

test('a merge’s diff has the lines of both its sides', () => {
  const diff =
    'diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,3 -1,2 +1,3 @@@\n  one\n- two\n -TWO\n++both\n +three\n'
  expect(parseDiff(diff).map(linesOf)).toEqual([
    ['1:1 one', '2:-two', ':-TWO', ':2+both', '3:3+three'],
  ])
})

test('a line of a file that looks like a header is a line of the file', () => {
  const before = 'one\n-- a/y\ntwo\n'
  const after = 'one\n++ b/y\n@@ -1 +1 @@\ndiff --git a/z b/z\n'
  const [file, ...more] = parseDiff(createTwoFilesPatch('a/x', 'b/x', before, after))
  expect(more).toEqual([])
  expect(file && linesOf(file).filter((line) => line.includes('+'))).toEqual([
    ':2+++ b/y',
    ':3+@@ -1 +1 @@',
    ':4+diff --git a/z b/z',
  ])
})

test('line ends of Windows are no part of a line, be they the file’s or the diff’s', () => {
  const plain = `--- a/x\n+++ b/x\n${HUNK}`
  const lines = parseDiff(plain).map(linesOf)
  expect(parseDiff(`\u{feff}${plain.replaceAll('\n', '\r\n')}`).map(linesOf)).toEqual(lines)
  const ofFile = plain.replaceAll(/^([ +-](?![+-]).*)$/gmu, '$1\r')
  expect(parseDiff(ofFile).map(linesOf)).toEqual(lines)
})

test('an empty diff has no files; a text that is none is refused, as is one that is cut off', () => {
  expect(parseDiff('')).toEqual([])
  expect(parseDiff('\n\n')).toEqual([])
  expect(() => parseDiff('Please look at my code.')).toThrow(/no unified diff/u)
  expect(() => parseDiff('@@ -1 +1 @@\n-one\n+two\n')).toThrow(/line 1 begins a change/u)
  expect(() => parseDiff(`--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n one\n`)).toThrow(/line 5/u)
  expect(() => parseDiff(`--- a/x\n+++ b/x\n${HUNK}+four\n`)).toThrow(/line 8/u)
  expect(() => parseDiff(`--- a/x\n+++ b/x\n${HUNK.replace('-two', 'two')}`)).toThrow(/line 5/u)
})

const line = fc.constantFrom('', 'a', 'b', ' c', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '\\ d', '-- ')
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('\n', ''))
  .map(([lines, end]) => (lines.length === 0 ? '' : lines.join('\n') + end))

test('of any two texts, what is there after the change is told with its numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 4 }), (pairs) => {
      const changed = pairs.filter(([before, after]) => before !== after)
      const patches = changed.map(([before, after], index) =>
        createTwoFilesPatch(`a/${index}`, `b/${index}`, before, after),
      )
      const files = parseDiff(patches.join(''))
      expect(files.map(({ path }) => path)).toEqual(changed.map((_, index) => `${index}`))
      for (const [index, file] of files.entries()) {
        const [before = '', after = ''] = changed[index] ?? []
        const [olds, nows] = [before.split('\n'), after.split('\n')]
        for (const { how, text: told, line: at, oldLine } of file.hunks.flatMap((h) => h.lines)) {
          if (at !== undefined) expect(told).toBe(nows[at - 1])
          if (oldLine !== undefined) expect(told).toBe(olds[oldLine - 1])
          expect([at === undefined, oldLine === undefined]).toEqual([
            how === 'removed',
            how === 'added',
          ])
        }
      }
    }),
    { numRuns: 500 },
  )
})

test('whatever it is given, it answers or refuses', () => {
  const near = fc.array(
    fc.oneof(
      line,
      fc.constantFrom('diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -1,2 +1 @@', 'rename to y'),
      fc.string(),
    ),
  )
  fc.assert(
    fc.property(near, (lines) => {
      try {
        for (const { added, hunks } of parseDiff(lines.join('\n'))) {
          const told = hunks.flatMap((hunk) => hunk.lines).filter(({ how }) => how === 'added')
          expect(told.length).toBe(added)
        }
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid-input' })
      }
    }),
    { numRuns: 500 },
  )
})

test('a mark at the start of a file is no part of its first line', () => {
  const mark = '\u{feff}'
  const diff = `--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n-${mark}one\n+${mark}two\n ${mark}three\n`
  const [file] = parseDiff(diff)
  expect(file?.hunks[0]?.lines.map(({ text }) => text)).toEqual(['one', 'two', `${mark}three`])
  expect(file?.text).toBe(diff)
})

test('files are read one by one: what is broken further down has not been looked at', () => {
  const one = '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n'
  const files = readFiles(`${one}${one}-c\n`)
  expect(files.next().value).toMatchObject({ path: 'x.ts', text: one })
  expect(() => files.next()).toThrow(/can’t be read/u)
})

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseDiff } from '#shared/code-review/unified-diff.ts'
import type { FileContent } from '#shared/events/value.ts'
import { Hash } from '#shared/lib/ids.ts'
import type { TouchedFile } from '#shared/projections/files.ts'
import { readSessionChanges } from './session-changes.ts'

const contents = new Map<string, Uint8Array>()

function content(bytes: string): FileContent {
  const hash = Hash.parse(`sha256:${createHash('sha256').update(bytes).digest('hex')}`)
  contents.set(hash, Buffer.from(bytes))
  return { hash, size: bytes.length }
}

function changes(
  files: Readonly<Record<string, readonly [FileContent | null, FileContent | null]>>,
) {
  const touched = Object.entries(files).map(([path, [before, after]]): [string, TouchedFile] => [
    path,
    { path, before, after, added: 0, removed: 0, by: [], seq: 1 },
  ])
  return readSessionChanges({ touched: Object.fromEntries(touched) }, async (hash) =>
    contents.get(hash),
  )
}

test('what a session changed in its project is told as a diff, by path', async () => {
  const parts = await changes({
    '/workspace/b.ts': [content('one\ntwo\n'), content('one\nTWO\n')],
    '/workspace/a.ts': [null, content('one')],
    '/workspace/gone.ts': [content('gone\n'), null],
    '/workspace/same.ts': [content('same'), content('same')],
    '/workspace/never.ts': [null, null],
    '/workspace/old.ts': [content('moved\n'), null],
    '/workspace/src/new.ts': [null, content('moved\n')],
    '/workspace/crlf.ts': [content('a\r\nb\r\n'), content('a\r\nc\r\n')],
    '/workspace/x.png': [content('\0a'), content('\0b')],
    '/workspace/huge.txt': [{ hash: null, size: 99_999_999 }, content('small')],
    '/memories/note.md': [null, content('a note')],
  })
  const files = parseDiff(parts.map(({ text }) => text).join(''))
  expect(
    files.map(({ path, how, added, removed }) => `${path} ${how} +${added} −${removed}`),
  ).toEqual([
    'a.ts added +1 −0',
    'b.ts modified +1 −1',
    'crlf.ts modified +1 −1',
    'gone.ts deleted +0 −1',
    'huge.txt modified +0 −0',
    'src/new.ts renamed +0 −0',
    'x.png modified +0 −0',
  ])
  expect(parts.map(({ cut }) => cut ?? '')).toEqual(['', '', '', '', 'too-large', '', ''])
  expect(files[6]?.isBinary).toBe(true)
})

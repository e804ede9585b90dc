import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createToolBench, type ToolBench } from '../../../../../test/support/tool-bench.ts'
import { toolNamed } from '../../catalogue/index.ts'
import { findRunner } from '../index.ts'

const files = { 'a.txt': 'one two', 'b.txt': 'b\r\nc\r\n', 'locked/c.txt': 'c' }
const path = (name: string) => `/workspace/${name}`
const replace = (name: string, old_string: string, new_string: string) => ({
  file_path: path(name),
  old_string,
  new_string,
})

function read({ bench }: ToolBench, name: string): string {
  return readFileSync(join(bench.root, name), 'utf8')
}

test('several edits of several files are made, in order', async () => {
  await using place = await createToolBench(files)
  const edits = [
    replace('a.txt', 'one', 'three'),
    replace('b.txt', 'b\nc', 'd\ne'),
    replace('a.txt', 'three two', '3 2'),
    { file_path: path('new/d.txt'), content: 'd' },
  ]
  expect(await place.call('compose_files', { edits })).toEqual({
    text: 'Edited /workspace/a.txt.\nEdited /workspace/b.txt.\nCreated /workspace/new/d.txt.',
    display: { type: 'list', items: 3 },
  })
  expect([read(place, 'a.txt'), read(place, 'b.txt'), read(place, 'new/d.txt')]).toEqual([
    '3 2',
    'd\r\ne\r\n',
    'd',
  ])
  expect(place.written.map((one) => one.path)).toEqual(['a.txt', 'b.txt', 'new/d.txt'].map(path))
})

test('where one does not fit, nothing is written', async () => {
  await using place = await createToolBench(files)
  const compose = (...edits: readonly object[]) => place.call('compose_files', { edits })
  const first = replace('a.txt', 'one', '1')
  await expect(compose(first, replace('b.txt', 'x', 'y'))).rejects.toThrow(
    'Edit 2, of /workspace/b.txt: The text to replace is not in the file. Read it again. No file was changed.',
  )
  await expect(compose(first, replace('none.txt', 'x', 'y'))).rejects.toThrow(
    'Edit 2, of /workspace/none.txt: There is no such file.',
  )
  await expect(compose(first, { file_path: path('../x'), content: '' })).rejects.toThrow('“..”')
  await expect(compose(first, { file_path: path('b.txt'), old_string: 'b' })).rejects.toThrow(
    'edits.1: Give old_string and new_string, or content.',
  )
  expect([read(place, 'a.txt'), place.written]).toEqual(['one two', []])
})

test('what fails half way is put back, and what was new is gone', async () => {
  await using place = await createToolBench(files)
  const { workspace } = place.bench
  const edits = [
    replace('b.txt', 'b', 'B'),
    { file_path: path('new.txt'), content: 'new' },
    { file_path: path('a.txt/below.txt'), content: 'a file is no folder' },
  ]
  await expect(place.call('compose_files', { edits })).rejects.toThrow(/No file was changed\.$/)
  expect([read(place, 'b.txt'), existsSync(join(place.bench.root, 'new.txt'))]).toEqual([
    'b\r\nc\r\n',
    false,
  ])
  await workspace.settle()
  expect(await place.bench.recorded()).toEqual(files)
})

test('permissions get every file, and a person sees the change of a single one', () => {
  const tool = toolNamed('compose_files')
  const runner = findRunner('compose_files')
  const both = { edits: [replace('a.txt', 'x', 'y'), replace('b.txt', 'x', 'y')] }
  expect([tool.files?.(both), runner?.target?.(both), tool.title(both)]).toEqual([
    [path('a.txt'), path('b.txt')],
    undefined,
    'Edit a.txt and b.txt',
  ])
  const one = { edits: [replace('a.txt', 'x', 'y'), replace('a.txt', 'y', 'z')] }
  expect([runner?.target?.(one), runner?.preview?.(one, 'x'), runner?.preview?.(one, 'q')]).toEqual(
    [path('a.txt'), 'z', undefined],
  )
})

test('a file or folder is moved, and nothing is overwritten', async () => {
  await using place = await createToolBench(files)
  const move = (from: string, to: string) =>
    place.call('move_file', { from: path(from), to: path(to) })
  expect((await move('locked', 'open/deep')).text).toContain(
    'Moved /workspace/locked to /workspace/open/deep.',
  )
  expect(read(place, 'open/deep/c.txt')).toBe('c')
  await expect(move('a.txt', 'b.txt')).rejects.toThrow('There is something at /workspace/b.txt')
  await expect(move('none', 'x')).rejects.toThrow('There is no /workspace/none')
  await expect(move('.git', 'x')).rejects.toThrow('git')
  expect(place.written.map((one) => one.path).toSorted()).toEqual(
    ['locked/c.txt', 'open/deep/c.txt'].map(path),
  )
})

test('what is no text is not edited, and what is very large neither read nor edited', async () => {
  await using place = await createToolBench({ 'binary.bin': 'a\0b', ...files })
  execFileSync('truncate', ['-s', '300M', join(place.bench.root, 'large.log')])
  const edit = (file: string) => place.call('edit_file', replace(file, 'a', 'b'))
  await expect(edit('binary.bin')).rejects.toThrow('is not text that can be read')
  expect(read(place, 'binary.bin')).toBe('a\0b')
  const before = process.memoryUsage().arrayBuffers
  await expect(place.call('read_file', { path: path('large.log') })).rejects.toThrow(
    'is too large to be read (300 MB)',
  )
  await expect(edit('large.log')).rejects.toThrow('is too large to be read (300 MB)')
  await expect(
    place.call('compose_files', { edits: [replace('large.log', 'a', 'b')] }),
  ).rejects.toThrow('is too large to be read (300 MB)')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024)
})

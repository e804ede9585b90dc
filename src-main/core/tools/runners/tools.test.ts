import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createToolBench } from '../../../../test/support/tool-bench.ts'
import { findTool, toolNamed, tools } from '../catalogue/index.ts'
import { asMeant } from '../definition/define-tool.ts'
import { runners } from './index.ts'

test('each runner belongs to one entry of the catalogue, and only tools of agents have none', () => {
  expect(runners.filter(({ tool }) => findTool(tool.name) !== tool)).toEqual([])
  const names = runners.map(({ tool }) => tool.name)
  expect(new Set(names).size).toBe(names.length)
  expect(tools.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([
    'ask_person',
    'task',
    'delegate_task',
    'create_team',
    'send_message',
    'delete_team',
    'request_review',
    'read_diff',
    'submit_findings',
    'submit_review',
  ])
})

test('a title names what a call is about, whatever its arguments look like', () => {
  const titles = [
    toolNamed('read_file').title({ file_path: '/workspace/src/a.ts' }),
    toolNamed('read_file').title({ path: '/docs/x.md' }),
    toolNamed('grep').title({ pattern: 'foo', path: '/workspace/src' }),
    toolNamed('ls').title({}),
    toolNamed('run_command').title({ command: 'node --test\n  --watch' }),
    toolNamed('write_file').title({ file_path: 7 }),
    toolNamed('nobody_knows').title({}),
  ]
  expect(titles).toEqual([
    'Read src/a.ts',
    'Read /docs/x.md',
    'Search "foo" in src',
    'List /',
    'Run node --test --watch',
    'Write /',
    'nobody_knows',
  ])
  expect(tools.every((tool) => tool.title({}).length > 0)).toBe(true)
})

test('a null is what was left out, however deep it stands', () => {
  const tool = findTool('compose_files')
  if (!tool) throw new Error('There is no such tool.')
  const edit = { file_path: '/workspace/a.ts', old_string: 'a', new_string: 'b' }
  const edits = [{ ...edit, content: null, replace_all: null }]
  const meant = { edits: [edit] }
  expect(asMeant(tool, { edits })).toEqual(meant)
  expect(asMeant(tool, { edits: JSON.stringify(edits) })).toEqual(meant)
})

test.runIf(process.platform === 'linux')('ls counts names that are not UTF-8', async () => {
  await using place = await createToolBench({ 'sub/a.txt': 'a' })
  for (const byte of [0xe8, 0xe9]) {
    writeFileSync(Buffer.concat([Buffer.from(`${place.bench.root}/caf`), Buffer.of(byte)]), 'b')
  }
  const { text } = await place.call('ls', { path: '/workspace' })
  expect(text.replaceAll(/ \(.*\)/g, '').split('\n')).toEqual([
    '/workspace/sub/',
    "2 more entries have names that can't be read as UTF-8. To reach them, rename them with a command.",
  ])
})

test('a result is shown as what it is', async () => {
  await using place = await createToolBench({ 'src/a.ts': 'foo\nbar\nfoo\n', 'b.ts': 'foo' })
  expect([
    await place.show('ls', { path: '/workspace' }),
    await place.show('glob', { pattern: '**/*.py' }),
    await place.show('glob', { pattern: '**/*.ts' }),
    await place.show('grep', { pattern: 'foo' }),
    await place.show('grep', { pattern: 'foo', output_mode: 'count' }),
    await place.show('read_file', { file_path: '/workspace/src/a.ts' }),
    await place.show('think', { thought: 'one\ntwo' }),
  ]).toEqual([
    { type: 'list', items: 2 },
    { type: 'matches', matches: 0, files: 0 },
    { type: 'matches', matches: 2, files: 2 },
    { type: 'matches', matches: 3, files: 2 },
    { type: 'matches', matches: 3, files: 2 },
    { type: 'text', lines: 3 },
    { type: 'text', lines: 2 },
  ])
})

test('what searches answers with the places, by file', async () => {
  await using place = await createToolBench({ 'src/a.ts': 'foo\nbar\nfoo\n', 'b.ts': 'foo' })
  const grep = async (more: object) => (await place.call('grep', { pattern: 'foo', ...more })).text
  expect(await grep({})).toBe(
    '/workspace/b.ts:\n  1: foo\n/workspace/src/a.ts:\n  1: foo\n  3: foo',
  )
  expect(await grep({ output_mode: 'files_with_matches', path: '/workspace/src' })).toBe(
    '/workspace/src/a.ts',
  )
  expect(await grep({ output_mode: 'count' })).toBe('/workspace/b.ts: 1\n/workspace/src/a.ts: 2')
  expect(await grep({ max_count: 1 })).toContain('There are more than 1')
})

test('a file is read in windows, each of which says how to go on', async () => {
  const lines = Array.from({ length: 7 }, (_, index) => `line ${index + 1}`)
  await using place = await createToolBench({ 'a.txt': `${lines.join('\n')}\n`, 'empty.txt': '' })
  const read = async (more: object) =>
    (await place.call('read_file', { file_path: '/workspace/a.txt', ...more })).text
  expect(await read({ limit: 2 })).toBe('@@ lines 1-2 of 7 | next offset 2 @@\nline 1\nline 2')
  expect(await read({ offset: '6' })).toBe('@@ lines 7-7 of 7 @@\nline 7')
  await expect(read({ offset: 7 })).rejects.toThrow('has 7 lines: there are none from 7 on')
  expect(await read({ file_path: '/workspace/empty.txt' })).toBe('/workspace/empty.txt is empty.')
})

test('what is too long for an answer ends at a whole line, and is no loss', async () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `${index} ${'x'.repeat(60)}`)
  await using place = await createToolBench({
    'long.txt': lines.join('\n'),
    'wide.txt': 'y'.repeat(200_000),
  })
  const read = async (path: string, offset = 0) =>
    (await place.call('read_file', { path: `/workspace/${path}`, limit: 5000, offset })).text
  const first = await read('long.txt')
  const next = Number(/next offset (\d+)/.exec(first)?.[1])
  const second = await read('long.txt', next)
  expect(first.length).toBeLessThan(80_000)
  expect(first.split('\n').at(-1)).toBe(lines[next - 1])
  expect(second.split('\n')[1]).toBe(lines[next])
  expect(await read('wide.txt')).toContain('cut off after 78000 of 200000 characters')
})

test('an image is given to the model as such', async () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await using place = await createToolBench()
  writeFileSync(join(place.bench.root, 'dot.png'), Buffer.from(png, 'base64'))
  expect(await place.call('read_file', { file_path: '/workspace/dot.png' })).toEqual({
    text: '/workspace/dot.png: image/png, 70 bytes.',
    media: [{ mimeType: 'image/png', base64: png }],
  })
})

test('what changes a file shows the change, and tells it', async () => {
  await using place = await createToolBench({ 'a.txt': 'one two two' })
  const file_path = '/workspace/a.txt'
  const edit = (more: object) => place.call('edit_file', { file_path, old_string: 'two', ...more })
  await expect(edit({ new_string: '2' })).rejects.toThrow('is in the file 2 times')
  expect(await edit({ new_string: '2', replace_all: true })).toMatchObject({
    text: 'Replaced it in 2 places of /workspace/a.txt.',
    display: { type: 'diff', path: file_path, added: 1, removed: 1 },
  })
  await place.call('write_file', { file_path: '/workspace/new/b.txt', content: 'b' })
  expect((await place.call('delete_file', { file_path: '/workspace/new' })).text).toBe(
    'Deleted /workspace/new: 1 file.',
  )
  expect(place.written.map(({ path }) => path)).toEqual([
    file_path,
    '/workspace/new/b.txt',
    '/workspace/new/b.txt',
  ])
})

test('arguments are taken as they were meant, and refused in a sentence', async () => {
  const read = toolNamed('read_file')
  await using place = await createToolBench({ 'a.txt': 'one\ntwo' })
  const { text } = await place.call(read.name, {
    path: '/workspace/a.txt',
    offset: '1',
    limit: null,
  })
  expect(text).toBe('@@ lines 2-2 of 2 @@\ntwo')
  await expect(place.call('write_file', { file_path: 7 })).rejects.toThrow(
    'The call of write_file was not understood. file_path: It must be text. content: It is missing. It must be text.',
  )
})

import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeFiles } from '../workspace/testing.ts'
import { createToolBench } from './testing.ts'

const files = {
  'tsconfig.json': '{"compilerOptions": {"strict": true, "module": "nodenext", "noEmit": true}}',
  'src/count.ts': 'export function count(): number {\n  return 1\n}\n',
  'src/use.ts': "import { count } from './count.js'\nexport const text: string = count()\n",
  'use.py': 'text: str = 1\n',
  'notes.md': '# Notes\n',
  'lib.rs': 'fn main() {}\n',
}

test('what language servers say is told a line each, errors first, and shown as a table', async () => {
  await using place = await createToolBench(files)
  const answer = await place.call('get_diagnostics', { path: '/workspace' })
  expect(answer.text.split('\n')).toEqual([
    '2 errors in 2 files; 3 files looked at.',
    "/workspace/src/use.ts:2:14 error 2322 Type 'number' is not assignable to type 'string'.",
    expect.stringMatching(/^\/workspace\/use\.py:1:13 error reportAssignmentType Type /),
    'There is no language server for .rs (1).',
  ])
  const [row] = answer.display?.type === 'table' ? answer.display.rows : []
  expect(row?.slice(0, 3)).toEqual(['src/use.ts:2:14', 'error', '2322'])
  expect((await place.call('get_diagnostics', { path: '/workspace/src/count.ts' })).text).toBe(
    'Nothing found: 1 file looked at.',
  )
})

test('without a path what has changed is looked at, as it is on disk', async () => {
  await using place = await createToolBench(files)
  const { context, call } = place
  expect((await call('get_diagnostics')).text).toMatch(/^No file of the project has changed/)
  await call('edit_file', {
    file_path: '/workspace/src/use.ts',
    old_string: 'text: string',
    new_string: 'amount: number',
  })
  expect((await call('get_diagnostics')).text).toBe('Nothing found: 1 file looked at.')
  const changed = await context.workspace.write('/workspace/new.ts', 'one: 1 +', context.source)
  context.changed(changed)
  expect((await call('get_diagnostics')).text).toMatch(/^\d errors? in 1 file; 2 files looked at/)
  rmSync(join(place.bench.root, 'new.ts'))
  expect((await call('get_diagnostics')).text).toBe('Nothing found: 1 file looked at.')
})

test('nothing outside of the project is looked at', async () => {
  await using place = await createToolBench(files)
  symlinkSync('/etc', join(place.bench.root, 'out'))
  for (const name of ['get_diagnostics', 'search_symbols']) {
    const asked = (path: string) => place.call(name, { path, query: 'a' })
    await expect(asked('/workspace/out/hosts')).rejects.toThrow(/leads? out|outside/i)
    await expect(asked('/workspace/none.ts')).rejects.toThrow('There is no /workspace/none.ts.')
    await expect(asked('/docs/a.ts')).rejects.toThrow('/docs/a.ts is not on disk in the project.')
  }
})

test('symbols are found by name, kind and place, and again where files have changed', async () => {
  await using place = await createToolBench({ ...files, '.gitignore': 'gen\n', 'gen/a.ts': '' })
  const find = async (args: Record<string, unknown>) =>
    (await place.call('search_symbols', args)).text
  expect(await find({ query: 'count' })).toBe(
    '/workspace/src/count.ts:1 function count — export function count(): number',
  )
  expect(await find({ query: 'text', kind: 'variable' })).toBe(
    '/workspace/use.py:1 variable text — text: str = 1',
  )
  writeFiles(place.bench.root, {
    'src/count.ts': 'export class Counter {\n  total(): number {\n    return 1\n  }\n}\n',
    'gen/a.ts': 'export class Counter {}',
    'big.ts': `// ${'x'.repeat(1024 * 1024)}`,
  })
  expect(await find({ query: 'Counter.total' })).toBe(
    [
      '/workspace/src/count.ts:2 method Counter.total — total(): number',
      '1 file could not be read, being too large or no text: /workspace/big.ts.',
    ].join('\n'),
  )
  expect(await find({ query: 'count', path: '/workspace/lib.rs' })).toContain('Nothing is defined')
})

test('the architecture is told from the code, and that there is none', async () => {
  await using empty = await createToolBench({ 'notes.md': '# Notes' })
  expect((await empty.call('get_architecture_knowledge')).text).toMatch(/^There is nothing yet/)
  await using place = await createToolBench(files)
  const { text } = await place.call('get_architecture_knowledge', { topic: 'overview' })
  expect(text.split('\n').slice(0, 8)).toEqual([
    '## Overview',
    '4 files with 7 lines, 0 of them tests.',
    'Languages: TypeScript (2 files, 5 lines), Python (1 file, 1 line), Rust (1 file, 1 line).',
    'Begins in:',
    '  lib.rs:1 main',
    'Parts (files, tests left out):',
    '  (root) 2',
    '  src 2',
  ])
})

test('a move answers with the lines that import what was moved, as they have to read', async () => {
  const own = "import { text } from '../src/use.js'\nexport const own = text\n"
  await using place = await createToolBench({ ...files, 'lib/own.ts': own })
  const move = async (from: string, to: string) =>
    (await place.call('move_file', { from: `/workspace/${from}`, to: `/workspace/${to}` })).text
  const rest = 'What else names it by its old path still does: find that with grep.'
  expect((await move('src/count.ts', 'src/sums/count.ts')).split('\n')).toEqual([
    'Moved /workspace/src/count.ts to /workspace/src/sums/count.ts.',
    'Lines that have to be changed, as they have to read:',
    "/workspace/src/use.ts:1: import { count } from './sums/count.js'",
    rest,
  ])
  expect((await move('lib/own.ts', 'lib/deep/own.ts')).split('\n')).toEqual([
    'Moved /workspace/lib/own.ts to /workspace/lib/deep/own.ts.',
    'Lines that have to be changed, as they have to read:',
    "/workspace/lib/deep/own.ts:1: import { text } from '../../src/use.js'",
    rest,
  ])
  expect(await move('notes.md', 'NOTES.md')).toBe(
    `Moved /workspace/notes.md to /workspace/NOTES.md.\n${rest}`,
  )
})

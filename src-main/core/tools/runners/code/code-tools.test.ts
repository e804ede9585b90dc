import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeFiles } from '../../../../../test/support/test-workspace.ts'
import { createToolBench } from '../../../../../test/support/tool-bench.ts'

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
    'There is no language server for .rs (1). A person can add one under Settings › Tools.',
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
  await context.workspace.write('/workspace/new.ts', 'one: 1 +', context.source)
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

test('a move changes the imports of what was moved, in the files that it names before it is judged', async () => {
  const own = "import { text } from '../src/use.js'\nexport const own = text\n"
  await using place = await createToolBench({ ...files, 'lib/own.ts': own })
  const read = (path: string) => readFileSync(join(place.bench.root, path), 'utf8')
  const move = async (from: string, to: string, more: object = {}) => {
    const args = { from: `/workspace/${from}`, to: `/workspace/${to}`, ...more }
    return (await place.call('move_file', args)).text
  }
  expect((await move('src/count.ts', 'src/sums/count.ts')).split('\n')).toEqual([
    'Moved /workspace/src/count.ts to /workspace/src/sums/count.ts.',
    'Changed its imports in:',
    '/workspace/src/use.ts',
  ])
  expect(read('src/use.ts')).toContain("import { count } from './sums/count.js'")
  expect(await move('lib/own.ts', 'lib/deep/own.ts')).toContain('/workspace/lib/own.ts')
  expect(read('lib/deep/own.ts')).toBe(own.replace('../src', '../../src'))
  expect(await move('notes.md', 'NOTES.md')).toBe(
    'Moved /workspace/notes.md to /workspace/NOTES.md.\nNo imports were changed.',
  )
  const written = place.written.map(({ path }) => path)
  expect(written.slice(0, 3)).toEqual([
    '/workspace/src/use.ts',
    '/workspace/src/count.ts',
    '/workspace/src/sums/count.ts',
  ])
})

test('a move that fails leaves the imports as they were, and files that are not named too', async () => {
  await using place = await createToolBench({ ...files, 'src/taken.ts': '' })
  const use = join(place.bench.root, 'src/use.ts')
  const before = readFileSync(use, 'utf8')
  const move = (to: string, more: object = {}) =>
    place.call('move_file', { from: '/workspace/src/count.ts', to: `/workspace/${to}`, ...more })
  await expect(move('src/taken.ts')).rejects.toThrow('There is something at')
  expect(readFileSync(use, 'utf8')).toBe(before)
  await move('src/sums.ts', { imports: [] })
  expect(readFileSync(use, 'utf8')).toBe(before)
})

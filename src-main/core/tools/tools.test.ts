import { expect, test } from 'vitest'
import { SpanId } from '#shared/ids.ts'
import { toolNamed, tools } from './index.ts'

const spanId = SpanId.parse('spn_1')

test('a title names what a call is about, whatever its arguments look like', () => {
  const titles = [
    toolNamed('read_file').title({ file_path: '/workspace/src/a.ts' }),
    toolNamed('read_file').title({ path: '/docs/x.md' }),
    toolNamed('grep').title({ pattern: 'foo', path: '/workspace/src' }),
    toolNamed('ls').title({}),
    toolNamed('execute').title({ command: 'node --test\n  --watch' }),
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

test('a result is shown as what it is', () => {
  const show = (name: string, text: string, args = {}) =>
    toolNamed(name).display?.({ spanId, text, written: [] }, args)
  expect([
    show('ls', '/workspace/src/ (directory)\n/workspace/a.ts (3 bytes)'),
    show('glob', "No files found matching pattern '*'"),
    show('grep', '\n/workspace/a.ts:\n  1: foo\n  4: foo\n\n/workspace/b.ts:\n  2: foo'),
    show('grep', '/workspace/a.ts: 3\n/workspace/b.ts: 1', { output_mode: 'count' }),
    show('read_file', '@@ lines 1-2 @@\none\ntwo'),
    show('execute', 'no command ran'),
  ]).toEqual([
    { type: 'list', items: 2 },
    { type: 'matches', matches: 0, files: 0 },
    { type: 'matches', matches: 3, files: 2 },
    { type: 'matches', matches: 4, files: 2 },
    { type: 'text', lines: 2 },
    undefined,
  ])
})

test('a command is shown on its terminal, with how much of it the result leaves out', () => {
  const show = (more: { exitCode?: number; leftOutChars?: number }) =>
    toolNamed('execute').display?.({ spanId, text: '', written: [], ...more }, {})
  expect([show({ exitCode: 0 }), show({ exitCode: 1, leftOutChars: 7 })]).toEqual([
    { type: 'terminal', spanId, exitCode: 0 },
    { type: 'terminal', spanId, exitCode: 1, leftOutChars: 7 },
  ])
})

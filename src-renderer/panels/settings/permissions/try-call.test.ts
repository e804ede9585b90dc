import { expect, test } from 'vitest'
import { readArguments } from './try-call.tsx'

test.each([
  ['run_command', ' rm -rf build ', { args: { command: 'rm -rf build' } }],
  ['edit_file', 'src/a.ts', { args: { file_path: '/workspace/src/a.ts' } }],
  ['read_file', '/docs/a.md', { args: { file_path: '/docs/a.md' } }],
  ['grep', '{"pattern": "x"}', { args: { pattern: 'x' } }],
  ['grep', '', { args: {} }],
  ['run_command', ' ', { error: 'Say which command.' }],
  ['grep', '[1]', { error: 'Write the arguments as a JSON object.' }],
])('a call of %s about %j', (tool, about, read) => {
  expect(readArguments({ agent: 'lead', tool, about })).toEqual(read)
})

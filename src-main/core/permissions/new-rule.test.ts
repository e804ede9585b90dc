import { expect, test } from 'vitest'
import { toNewRule } from './new-rule.ts'

test('accepts rules that can match a call, under the tool’s own name', () => {
  const rules = [
    { tool: 'run_command', pattern: 'npm run *' },
    { tool: 'write_file', pattern: '/workspace/src/**' },
    { tool: 'write_file' },
    { tool: 'browser', pattern: '*.example.com' },
    { tool: 'mcp__github__search' },
  ]
  for (const rule of rules) expect(toNewRule(rule)).toEqual(rule)
  expect(toNewRule({ tool: 'Bash', pattern: 'make' }).tool).toBe('run_command')
})

test('rejects rules that would allow nothing, with the reason', () => {
  const wrong: (readonly [tool: string, pattern: string | undefined, sentence: string])[] = [
    ['no_such_tool', undefined, 'There is no tool named no_such_tool.'],
    ['run_command', undefined, 'run_command runs commands. Give a pattern'],
    ['run_command', '* --force', 'starts with the name of a program'],
    ['ask_person', undefined, "can't be allowed in advance"],
    ['write_file', 'src/**', 'a path as agents see it'],
    ['mcp__github__search', 'x', 'take no pattern'],
    ['think', 'x', 'take no pattern'],
  ]
  for (const [tool, pattern, sentence] of wrong) {
    expect(() => toNewRule({ tool, ...(pattern && { pattern }) })).toThrow(sentence)
  }
})

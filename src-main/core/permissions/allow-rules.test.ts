import { expect, test } from 'vitest'
import { RuleId } from '#shared/lib/ids.ts'
import { findAllowing } from './allow-rules.ts'

function allows(tool: string, pattern: string | undefined, args: Record<string, unknown>): boolean {
  const ruleId = RuleId.parse('rul_1')
  const rule = { ruleId, tool, scope: 'session', ...(pattern && { pattern }) } as const
  return findAllowing({ name: tool, args }, [rule]) !== undefined
}

const command = (text: string) => ({ command: text })
const file = (path: unknown) => ({ file_path: path })

test.each([
  ['npm test', 'npm test', true],
  ['npm test', ' npm test ', true],
  ['npm test', 'npm test --watch', false],
  ['npm test *', 'npm test --watch', true],
  ['npm test *', 'npm test', true],
  ['npm test *', 'npm testing', false],
  ['npm test *', 'npm test; rm -rf .', false],
  ['npm test *', 'npm test && rm -rf .', false],
  ['npm test *', 'npm test $(rm -rf .)', false],
  ['npm test *', 'npm test `id`', false],
  ['npm test *', 'npm test > ~/.bashrc', false],
  ['npm test *', 'npm test\nrm -rf .', false],
  ['npm test *', 'npm "test"', false],
  ['*', 'anything', false],
  ['a && b', 'a && b', true],
  ['a && b', 'a  && b', false],
  ['make deploy', 'make  deploy', true],
  ['make deploy', 'make\tdeploy', true],
  ['make deploy', 'make deploy\n', true],
  ['make deploy', 'make deploy\r', false],
  ['make deploy', 'make\u00a0deploy', false],
  ['make deploy', 'make deploy\u00a0', false],
  ['make deploy', 'make\ndeploy', false],
  ['make deploy', 'make "deploy"', false],
  ['make deploy', 'make deploy\\ two', false],
  ['make deploy', 'make deplo?', false],
  ['make deploy', 'Make deploy', false],
  ['make deploy', './make deploy', false],
  ['make deploy', 'X=1 make deploy', false],
  ['make deploy', 'env X=1 make deploy', false],
  ['make deploy', 'cd b && make deploy', false],
  ['make deploy', 'make deploy # twice', false],
  ['X=1 make deploy', 'make deploy', false],
  ['X=1 make deploy', 'X=2 make deploy', false],
  ['X=1 make deploy', 'X=1 make deploy', true],
])('the pattern %j lets %j run: %j', (pattern, text, isAllowed) => {
  expect(allows('run_command', pattern, command(text))).toBe(isAllowed)
})

test.each([
  ['/workspace/src/**', '/workspace/src/a/b.ts', true],
  ['/workspace/src/**', '/workspace/src/.env', false],
  ['/workspace/src/**', '/workspace/test/a.ts', false],
  ['/workspace/src/**', '/workspace/src/../../etc/passwd', false],
  ['/workspace/a.ts', '/workspace/a.ts', true],
  ['/workspace/.env', '/workspace/.env', true],
  ['!/workspace/a.ts', '/workspace/b.ts', false],
  ['/workspace/**', 7, false],
])('the pattern %j lets %j be written: %j', (pattern, path, isAllowed) => {
  expect(allows('write_file', pattern, file(path))).toBe(isAllowed)
})

test('a command or a path that a tool never looks at lets nothing run', () => {
  const args = { file_path: '/workspace/src/a.ts', command: '/workspace/tmp/**' }
  expect(allows('delete_file', '/workspace/tmp/**', args)).toBe(false)
  expect(allows('mcp_tool', 'x', { command: 'x' })).toBe(false)
})

test('a rule without a pattern lets no command run, and nothing be typed', () => {
  const asked: [string, Record<string, unknown>, boolean][] = [
    ['run_command', command('ls'), false],
    ['manage_terminal', { action: 'start' }, true],
    ['manage_terminal', { action: 'start', command: 'ls' }, false],
    ['manage_terminal', { action: 'send', terminal: 'terminal-1', text: 'ls' }, false],
    ['deep_terminal', { terminal: 'terminal-1' }, true],
    ['deep_terminal', { terminal: 'terminal-1', keys: ['Enter'] }, false],
    ['git', { action: 'status' }, true],
    ['git', { action: 'restore', paths: ['/workspace/a.ts'] }, false],
    ['debug_evaluate', { expression: 'a' }, true],
    ['debug_evaluate', { expression: 'a()', may_change: true }, false],
  ]
  for (const [tool, args, isAllowed] of asked) expect(allows(tool, undefined, args)).toBe(isAllowed)
})

test('a rule is for its own tool, and without a pattern for every other call of it', () => {
  const ruleId = RuleId.parse('rul_1')
  const rules = [{ ruleId, tool: 'delete_file', scope: 'project' }] as const
  expect(findAllowing({ name: 'delete_file', args: file('/workspace/a') }, rules)).toBe(rules[0])
  expect(findAllowing({ name: 'run_command', args: command('ls') }, rules)).toBeUndefined()
})

test.each([
  ['example.com', 'https://example.com:8443/a?b', true],
  ['example.com', 'http://docs.example.com/', false],
  ['*.example.com', 'http://docs.example.com/', true],
  ['*.example.com', 'http://example.com.evil.org/', false],
  ['*.example.com', 'http://badexample.com/', false],
  ['example.com', 'http://example.com@evil.org/', false],
  ['example.com', 'data:text/html,example.com', false],
])('the host %j lets %s be opened: %j', (pattern, url, isAllowed) => {
  expect(allows('browser', pattern, { action: 'open', url })).toBe(isAllowed)
})

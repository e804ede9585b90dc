import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RuleId } from '#shared/ids.ts'
import { tools } from '../tools/index.ts'
import { findAllowing, suggestPatterns } from './allow-rules.ts'

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

test.each([
  'sudo ls -la',
  'timeout 5 ls -la',
  'env A=b ls',
  'A=b make x',
  'find . -name x',
  'node -e 1',
  'npx a b',
  'bash x.sh y',
  'docker run x y',
])('of %j only itself is suggested: it could run anything', (text) => {
  expect(suggestPatterns({ name: 'run_command', args: command(text) })).toEqual([text])
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

test('what is suggested lets the call itself run, and no command lets every command run', () => {
  const calls = [
    { name: 'run_command', args: command('git commit -m x') },
    { name: 'run_command', args: command('ls && pwd') },
    { name: 'run_command', args: command('make') },
    { name: 'delete_file', args: file('/workspace/src/a.ts') },
    { name: 'teleport', args: {} },
    { name: 'ask_person', args: { question: 'Which?' } },
  ]
  const suggested = calls.map((call) => suggestPatterns(call))
  expect(suggested).toEqual([
    ['git commit -m x', 'git commit *'],
    ['ls && pwd'],
    ['make', 'make *'],
    ['/workspace/src/a.ts', '/workspace/src/**', undefined],
    [undefined],
    [],
  ])
  for (const [index, { name, args }] of calls.entries()) {
    const all = suggested[index] ?? []
    expect(all.map((pattern) => allows(name, pattern, args))).toEqual(all.map(() => true))
  }
})

test.each([
  // A hidden file is not meant by a star.
  ['write_file', file('/workspace/src/.env'), ['/workspace/src/.env', undefined]],
  ['write_file', file('/workspace/src/../a.ts'), [undefined]],
  ['run_command', command(' '), []],
  ['run_command', command(''), []],
  ['manage_terminal', { action: 'start', command: 'npm run dev' }, ['npm run dev', 'npm run *']],
  ['deep_terminal', { terminal: 'terminal-1', keys: ['Enter'] }, []],
  ['git', { action: 'status' }, [undefined]],
] as const)('of %s %j only what lets it run is offered', (name, args, offered) => {
  expect(suggestPatterns({ name, args })).toEqual(offered)
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

test('of an address, its host is suggested, and every call', () => {
  const args = { action: 'open', url: 'https://example.com/a' }
  expect(suggestPatterns({ name: 'browser', args })).toEqual(['example.com', undefined])
})

test('whatever a call is of and with, each rule that is offered lets it run', () => {
  const words = fc.constantFrom('', ' ', 'ls', 'npm test', 'a && b', '/workspace/.a/b', '*', 'a\nb')
  const paths = fc.constantFrom('/workspace/a.ts', '/workspace/.env', '/docs/../x', '/', '')
  const args = fc.dictionary(
    fc.constantFrom('command', 'file_path', 'path', 'from', 'to', 'url', 'action', 'text'),
    fc.oneof(words, paths, fc.constantFrom('start', 'send', 'open', 'https://a.b/c', 'restore')),
  )
  const names = fc.constantFrom(...tools.map(({ name }) => name))
  fc.assert(
    fc.property(names, args, (name, given) => {
      for (const pattern of suggestPatterns({ name, args: given })) {
        expect(pattern).not.toBe('')
        expect(allows(name, pattern, given)).toBe(true)
      }
    }),
  )
})

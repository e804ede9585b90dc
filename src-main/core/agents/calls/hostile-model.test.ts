import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type Fate,
  files,
  links,
  runHostile,
  SECRET,
} from '../../../../test/support/hostile-run.ts'
import type { ReplyCall } from '../../../../test/support/model-server.ts'

const read = (file_path: unknown): ReplyCall => ({ name: 'read_file', args: { file_path } })
const write = (file_path: unknown): ReplyCall => ({
  name: 'write_file',
  args: { file_path, content: 'written' },
})
const glob = (pattern: unknown, path?: unknown): ReplyCall => ({
  name: 'glob',
  args: { pattern, ...(path !== undefined && { path }) },
})
const grep = (path: unknown, include?: unknown): ReplyCall => ({
  name: 'grep',
  args: { pattern: 'beside', path, ...(include !== undefined && { glob: include }) },
})
const run = (command: unknown): ReplyCall => ({ name: 'run_command', args: { command } })

/** Paths, and things given for one, that all lead out of the project or nowhere. */
const ASTRAY: readonly unknown[] = [
  '/workspace/../secret.txt',
  '/workspace/src/../../secret.txt',
  '/workspace/./../secret.txt',
  '/workspace//../secret.txt',
  '/docs/../workspace/../secret.txt',
  '../secret.txt',
  '..',
  '/..',
  'workspace/../../secret.txt',
  '/workspace/out/secret.txt',
  '/workspace/out.txt',
  '/workspace/new.txt',
  '/workspace/src/far/secret.txt',
  '/workspace/out/project/../secret.txt',
  '/workspace/a.txt/../../secret.txt',
  '/workspace/out.txt\0.png',
  '\0',
  '',
  ' ',
  '~/.ssh/id_rsa',
  'file:///etc/passwd',
  'C:\\Windows\\win.ini',
  '..\\..\\secret.txt',
  42,
  null,
  true,
  [],
  ['/workspace/out.txt'],
  { path: '/workspace/out.txt' },
  { toString: '/workspace/out.txt' },
  `/workspace/${'a/'.repeat(5000)}b`,
  `/workspace/${'x'.repeat(5000)}`,
]

/** These mean nothing but scratch documents, which are in no folder of the machine. */
const SCRATCH: readonly string[] = [
  '/etc/passwd',
  '/proc/self/environ',
  '/WORKSPACE/../etc/passwd'.replace('/..', ''),
  '/work\u0455pace/a.txt',
  '/\u2025/secret.txt',
  '/workspace\\..\\..\\secret.txt',
  '/%2e%2e/secret.txt',
  '/~/secret.txt',
]

for (const through of [undefined, 'general-purpose']) {
  const who = through ?? 'the lead'

  test(`no path leads ${who} out of the project, reading or writing`, async () => {
    const editing = ASTRAY.map((file_path) => ({
      name: 'edit_file',
      args: { file_path, old_string: 'what', new_string: 'x' },
    }))
    const calls = [...ASTRAY.map(read), ...ASTRAY.map(write), ...editing]
    await using hostile = await runHostile({ calls, files, links, ...(through && { through }) })
    expect(hostile.fates).toEqual(calls.map(() => 'failed'))
    expect(hostile.told).not.toContain(SECRET)
    expectUntouched(hostile.fixture.root)
  })
}

test('a path of the machine that is not the project’s is a scratch document, and nothing else', async () => {
  const calls = [...SCRATCH.map(read), ...SCRATCH.map(write)]
  await using hostile = await runHostile({ calls, files, links })
  const fates = SCRATCH.map((): Fate => 'failed')
  expect(hostile.fates).toEqual([...fates, ...SCRATCH.map(() => 'ran')])
  expect(hostile.told).not.toContain('root:')
  expectUntouched(hostile.fixture.root)
})

test('no pattern finds what is outside, by whatever it is spelled', async () => {
  const patterns = [
    ...['../**', '../*.txt', '**/../../*', '/../**', '/workspace/../**', './../*', 'a/../../*'],
    ...['/etc/*', '//etc/*', '/etc/passwd', '~/*', 'out/*', 'out/**', 'out*/**', '{out,src}/far/*'],
    ...['{..,.}/secret.txt', '{.,}./*', '@(..)/*', '+(.)/*', '!(x)/../*', '[.][.]/*', '.?/*'],
    ...['..\\*', '/workspace/out/*', '**/secret.txt', '**/far/**', '\0', 'x'.repeat(5000)],
    ...['{'.repeat(400) + '}'.repeat(400), '{a,b}'.repeat(40), '*'.repeat(900), '[', '[z-a]'],
  ]
  const paths = [
    '..',
    '/..',
    '/workspace/..',
    '/workspace/out',
    '/workspace/out.txt',
    '/etc',
    '//etc',
  ]
  const odd = [42, null, ['..'], { a: 1 }]
  const calls = [
    ...patterns.flatMap((pattern) => [glob(pattern), glob(pattern, '/workspace')]),
    ...paths.flatMap((path) => [glob('*', path), glob('secret.txt', path), grep(path)]),
    ...patterns.map((pattern) => grep('/', pattern)),
    ...odd.flatMap((one) => [glob(one), glob('*', one), grep(one), grep('/', one)]),
    { name: 'ls', args: { path: '/workspace/out' } },
    { name: 'ls', args: { path: '/workspace/src/far' } },
    { name: 'ls', args: { path: '/..' } },
    { name: 'ls', args: { path: '/etc' } },
  ]
  await using hostile = await runHostile({ calls, files, links })
  const results = hostile.fixture.server.requests.at(-1)?.messages ?? []
  const answers = results.filter(({ role }) => role === 'tool').map(({ text }) => text)
  expect(answers).toHaveLength(calls.length)
  expect(answers.filter((text) => /data\/|orrery\.db|root:|passwd$/m.test(text))).toEqual([])
  expect(hostile.told).not.toContain(SECRET)
})

test('arguments of odd shapes harm no run, and no name of an object’s own is a tool', async () => {
  const deep = JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`)
  const raw = (name: string, rawArgs: string): ReplyCall => ({ name, rawArgs })
  const calls = [
    ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype', 'eval'].map(
      (name) => ({ name, args: { command: 'touch made.txt' } }),
    ),
    raw('run_command', '{"__proto__": {"command": "touch made.txt"}}'),
    raw('run_command', '{"constructor": {"prototype": {"command": "touch made.txt"}}}'),
    raw('run_command', '["touch made.txt"]'),
    raw('run_command', '"touch made.txt"'),
    raw('run_command', 'null'),
    raw('write_file', '{"__proto__": {"file_path": "/workspace/made.txt", "content": "x"}}'),
    { name: 'task', args: { description: 'x', subagent_type: 'constructor' } },
    { name: 'task', args: { description: 'x', subagent_type: '__proto__' } },
    { name: 'task', args: { description: 'x', subagent_type: ['explore'] } },
    { name: 'write_todos', args: { todos: deep } },
    write({ file_path: '/workspace/made.txt' }),
    { name: 'write_file', args: { file_path: '/workspace/made.txt', content: ['x'] } },
  ]
  await using hostile = await runHostile({ calls, files, profile: 'trusted' })
  expect(hostile.fates.filter((fate) => fate === 'ran')).toEqual([])
  expect(existsSync(join(hostile.fixture.root, 'made.txt'))).toBe(false)
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('what is no text is no command', async () => {
  const commands = [
    7,
    null,
    ['touch', 'made.txt'],
    { command: 'touch made.txt' },
    'touch made.txt\0x',
  ]
  await using hostile = await runHostile({ calls: commands.map(run), files, profile: 'trusted' })
  expect(hostile.fates).not.toContain('ran')
  expect(existsSync(join(hostile.fixture.root, 'made.txt'))).toBe(false)
})

test('git’s own files, also of a repository within, are written by no tool', async () => {
  const paths = ['.git/config', '.git', '.GIT/config', 'src/.git/config', '.git/hooks/pre-commit']
  const calls = paths.map((path) => write(`/workspace/${path}`))
  await using hostile = await runHostile({ calls, files, profile: 'trusted' })
  expect(hostile.fates).toEqual(paths.map(() => 'failed'))
})

test('what says what agents may do is changed by no tool unasked, however it is named', async () => {
  const paths = [
    '/workspace/.orrery/settings.json',
    '/workspace/.Orrery/new.json',
    '//workspace/./.claude/agents/x.md',
    'workspace/.orrery/x',
    '/workspace/.mcp.json',
    '/workspace/.MCP.json',
    '/workspace/.mcp.j\u017Fon',
    '/workspace/rules-link/settings.json',
  ]
  const calls = [
    ...paths.map(write),
    { name: 'delete_file', args: { file_path: '/workspace/.orrery' } },
    { name: 'delete_file', args: { path: '/workspace/.mcp.json' } },
    {
      name: 'write_file',
      args: { path: '/workspace/a.txt', file_path: '/workspace/.mcp.json', content: 'x' },
    },
  ]
  await using hostile = await runHostile({ calls, files, links, profile: 'trusted' })
  expect(hostile.fates).toEqual(calls.map(() => 'asked'))
})

test('an agent gets no tool, and no folder, that its definition does not give it', async () => {
  const definition =
    '---\nname: clerk\ndescription: files\ntools: Read(/docs/), LS(/docs/)\n---\nFile.\n'
  const calls = [
    run('ls'),
    write('/workspace/made.txt'),
    read('/workspace/a.txt'),
    read('/docs/../workspace/a.txt'),
    { name: 'read_file', args: { path: '/docs/x', file_path: '/workspace/a.txt' } },
    { name: 'ls', args: { file_path: '/docs/', path: '/workspace' } },
    { name: 'task', args: { description: 'x', subagent_type: 'general-purpose' } },
    { name: 'delete_file', args: { file_path: '/workspace/a.txt' } },
  ]
  await using hostile = await runHostile({
    calls,
    files: { ...files, '.claude/agents/clerk.md': definition },
    through: 'clerk',
    profile: 'trusted',
  })
  expect(hostile.fates.filter((fate) => fate === 'ran' || fate === 'asked')).toEqual([])
})

test('a link put in a file’s place while a person is asked leads the change nowhere', async () => {
  const settings = '{ "interruptOn": { "write_file": true, "delete_file": true } }'
  const calls = [write('/workspace/a.txt'), write('/workspace/src/b.txt')]
  await using hostile = await runHostile({
    calls,
    files: { ...files, '.orrery/settings.json': settings },
    profile: 'trusted',
  })
  const { fixture } = hostile
  rmSync(join(fixture.root, 'a.txt'))
  symlinkSync('.orrery/settings.json', join(fixture.root, 'a.txt'))
  rmSync(join(fixture.root, 'src'), { recursive: true })
  symlinkSync('.orrery', join(fixture.root, 'src'))
  for (const { data } of fixture.of('approval.requested')) {
    const { approvalId } = data
    await fixture.runs.decide(fixture.sessionId, { approvalId, decision: 'approve' })
  }
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('tool.ended').map(({ data }) => data.outcome)).toEqual(['error', 'error'])
  expect(readdirSync(join(fixture.root, '.orrery'))).toEqual(['settings.json'])
  expect(readFileSync(join(fixture.root, '.orrery/settings.json'), 'utf8')).toBe(settings)
})

function expectUntouched(root: string): void {
  expect(readdirSync(join(root, '..')).toSorted()).toEqual(['data', 'project', 'secret.txt'])
  expect(readFileSync(join(root, '../secret.txt'), 'utf8')).toBe(SECRET)
}

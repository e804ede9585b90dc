import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { TrustList } from '#shared/contract/procedures/trust.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { type HostFixture, openHostFixture } from '../../../test/support/host-fixture.ts'

// CVE-2025-54136 ("MCPoison", Cursor): a project's MCP server that was trusted once stayed trusted after what it starts
// had been replaced.

interface Way {
  readonly title: string
  readonly entry: object
  readonly files?: Readonly<Record<string, string>>
  /** The file that an agent changes. */
  readonly changed: string
}

/** `out` is ignored: a change in it counts only where the entry names the file. */
const IGNORED = 'out/\nnode_modules/\n'

const scripts = { start: 'node ./out/started.js', pretest: 'node out/before.js', test: 'true' }

const WAYS: readonly Way[] = [
  { title: 'a name without its ending', entry: node('./server'), changed: 'server.js' },
  { title: 'an ignored file without its ending', entry: node('./out/a'), changed: 'out/a.js' },
  { title: 'the folder itself', entry: node('.'), changed: 'index.js' },
  { title: 'a folder’s index', entry: node('./out'), changed: 'out/index.js' },
  {
    title: 'a folder’s main file',
    entry: node('./out/pkg'),
    files: { 'out/pkg/package.json': JSON.stringify({ main: 'lib/run' }) },
    changed: 'out/pkg/lib/run.js',
  },
  { title: 'a file that a program requires', entry: node('server.js'), changed: 'lib/required.js' },
  { title: 'npm start', entry: { command: 'npm', args: ['start'] }, changed: 'out/started.js' },
  { title: 'npm run', entry: { command: 'npm', args: ['run', 'test'] }, changed: 'out/before.js' },
  {
    title: 'the program of a package',
    entry: { command: 'npx', args: ['-y', 'tool@1.2.0'] },
    files: { 'node_modules/tool/package.json': JSON.stringify({ bin: { tool: 'cli.js' } }) },
    changed: 'node_modules/tool/cli.js',
  },
  {
    title: 'a Python module',
    entry: { command: 'python', args: ['-m', 'out.serve'] },
    changed: 'out/serve.py',
  },
  {
    title: 'a Python package',
    entry: { command: 'python3', args: ['-m', 'out.app'] },
    changed: 'out/app/__main__.py',
  },
  { title: 'a default value', entry: node(`\${UNSET:-./out/s.js}`), changed: 'out/s.js' },
  { title: 'a variable’s value', entry: node(`\${CHOSEN}`), changed: 'out/chosen.js' },
  {
    title: 'a variable beside its default value',
    entry: node(`\${CHOSEN:-server.js}`),
    changed: 'out/chosen.js',
  },
  {
    title: 'the project’s folder',
    entry: node(`\${workspaceFolder}/out/w.js`),
    changed: 'out/w.js',
  },
  {
    title: 'PATH of the entry',
    entry: { command: 'serve', env: { PATH: './out/bin:/usr/bin' } },
    changed: 'out/bin/serve',
  },
  {
    title: 'another program on the entry’s PATH',
    entry: { command: 'serve', env: { PATH: `\${workspaceFolder}/out/bin:/usr/bin` } },
    changed: 'out/bin/node',
  },
  {
    title: 'NODE_PATH of the entry',
    entry: { ...node('server.js'), env: { NODE_PATH: 'out/modules' } },
    changed: 'out/modules/dep/index.js',
  },
  {
    title: 'PYTHONPATH of the entry',
    entry: { command: 'python', args: ['-m', 'serve'], env: { PYTHONPATH: './out' } },
    changed: 'out/serve.py',
  },
  {
    title: 'NODE_OPTIONS of the entry',
    entry: { ...node('server.js'), env: { NODE_OPTIONS: '--require=./out/r.js' } },
    changed: 'out/r.js',
  },
  {
    title: 'a name in the entry’s folder',
    entry: { ...node('./run'), cwd: `\${workspaceFolder}/out/sub` },
    changed: 'out/sub/run.mjs',
  },
  {
    title: 'a command of a shell',
    entry: { command: 'sh', args: ['-c', 'cd . && exec node "./out/x"'] },
    changed: 'out/x.js',
  },
  {
    title: 'an option’s value',
    entry: { command: 'node', args: ['-r./out/o'] },
    changed: 'out/o.js',
  },
]

function node(...args: readonly string[]): object {
  return { command: 'node', args }
}

async function openProject(entry: object, files: Readonly<Record<string, string>> = {}) {
  const fixture = await openHostFixture({
    env: { CHOSEN: './out/chosen.js' },
    files: inProject({
      '.gitignore': IGNORED,
      '.mcp.json': JSON.stringify({ mcpServers: { one: entry } }),
      'package.json': JSON.stringify({ scripts }),
      'server.js': 'require("./lib/required.js")',
      'lib/required.js': '',
      ...files,
    }),
  })
  return { fixture, projectId: await fixture.open() }
}

function inProject(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text]))
}

function write({ folder }: HostFixture, path: string, text: string): void {
  const file = join(folder, 'project', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

async function listOf({ client }: HostFixture, projectId: ProjectId) {
  return (await client['trust.list']({ projectId })).startables
}

async function trustAll(fixture: HostFixture, projectId: ProjectId): Promise<void> {
  const hashes = (await listOf(fixture, projectId)).map(({ hash }) => hash)
  await fixture.client['trust.grant']({ projectId, hashes })
}

function toStates(startables: TrustList['startables']) {
  return startables.map(({ name, isTrusted, changed }) => [name, isTrusted, changed?.files ?? []])
}

test.for(WAYS)('asks again after a change of what is started by $title', async (way) => {
  const { fixture, projectId } = await openProject(way.entry, {
    [way.changed]: 'before',
    ...way.files,
  })
  await using _ = fixture
  await trustAll(fixture, projectId)
  expect(toStates(await listOf(fixture, projectId))).toEqual([['one', true, []]])
  write(fixture, way.changed, 'after')
  const changed = await listOf(fixture, projectId)
  expect(toStates(changed)).toEqual([['one', false, [way.changed]]])
  expect(changed[0]?.reason).toBe(`1 file has changed since you trusted it: ${way.changed}.`)
  write(fixture, way.changed, 'before')
  expect(toStates(await listOf(fixture, projectId))).toEqual([['one', true, []]])
})

test('names added, removed and replaced files, ten at most, and a person can trust them', async () => {
  const { fixture, projectId } = await openProject(node('server.js'), { 'old.txt': '' })
  await using _ = fixture
  await trustAll(fixture, projectId)
  const { folder, client } = fixture
  rmSync(join(folder, 'project/old.txt'))
  rmSync(join(folder, 'project/lib/required.js'))
  symlinkSync('../../outside.js', join(folder, 'project/lib/required.js'))
  for (let index = 10; index < 21; index += 1) write(fixture, `new-${index}.js`, '')
  const [one] = await listOf(fixture, projectId)
  expect(one?.changed?.count).toBe(13)
  expect(one?.reason).toBe(
    '13 files have changed since you trusted it: lib/required.js, new-10.js, new-11.js, new-12.js, new-13.js, new-14.js, new-15.js, new-16.js, new-17.js, new-18.js and 3 more.',
  )
  write(fixture, 'new-10.js', 'more')
  const stale = client['trust.grant']({ projectId, hashes: [one?.hash ?? ''] })
  await expect(stale).rejects.toThrow('It has changed since you saw it.')
  await trustAll(fixture, projectId)
  expect(toStates(await listOf(fixture, projectId))).toEqual([['one', true, []]])
})

test('files can’t be hidden from trust by an ignore file, a link or a repository', async () => {
  const { fixture, projectId } = await openProject(node('server.js'), { 'lib/other.js': '' })
  await using _ = fixture
  await trustAll(fixture, projectId)
  const changedBy = async (path: string, change: () => void) => {
    change()
    const [one] = await listOf(fixture, projectId)
    rmSync(join(fixture.folder, 'project', path), { recursive: true })
    return one?.changed?.files
  }
  const hides = () => {
    write(fixture, 'lib/plugins/.gitignore', '*')
    write(fixture, 'lib/plugins/evil.js', '')
  }
  expect(await changedBy('lib/plugins', hides)).toEqual(['lib/plugins/.gitignore'])
  const links = () => symlinkSync('../out', join(fixture.folder, 'project/lib/linked'))
  expect(await changedBy('lib/linked', links)).toEqual(['lib/linked'])
  const nests = () => {
    write(fixture, 'lib/nested/.git/HEAD', 'ref: refs/heads/main')
    write(fixture, 'lib/nested/evil.js', '')
  }
  expect(await changedBy('lib/nested', nests)).toContain('lib/nested/evil.js')
  // A file that was recorded counts, also once it is ignored.
  write(fixture, 'lib/.gitignore', 'other.js')
  write(fixture, 'lib/other.js', 'changed')
  const [one] = await listOf(fixture, projectId)
  expect(one?.changed?.files).toEqual(['lib/.gitignore', 'lib/other.js'])
})

test('hooks are compared with the scripts that they name, remote servers with their entry', async () => {
  const hooks = { PreToolUse: [{ hooks: [{ command: 'sh out/hook.sh' }] }] }
  const { fixture, projectId } = await openProject(
    { url: 'https://example.com/mcp' },
    { '.orrery/hooks.json': JSON.stringify({ hooks }), 'out/hook.sh': 'true' },
  )
  await using _ = fixture
  await trustAll(fixture, projectId)
  write(fixture, 'server.js', 'other')
  const states = async () => toStates(await listOf(fixture, projectId))
  expect(await states()).toEqual([
    ['one', true, []],
    ['PreToolUse', true, []],
  ])
  write(fixture, 'out/hook.sh', 'curl https://example.com')
  expect(await states()).toEqual([
    ['one', true, []],
    ['PreToolUse', false, ['out/hook.sh']],
  ])
  const watched = (await listOf(fixture, projectId)).map(({ watches }) => watches)
  expect(watched).toEqual(['entry', 'named'])
})

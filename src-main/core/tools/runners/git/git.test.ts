import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commitAll, git as gitIn } from '../../../../../test/support/test-workspace.ts'
import { createToolBench, type ToolBench } from '../../../../../test/support/tool-bench.ts'
import { createAgentEnvironment } from '../../../processes/agent-environment.ts'
import { runCommand } from '../../../terminals/agent-terminal.ts'
import { toGitCommand } from '../../catalogue/git/git-command.ts'
import { toolFor } from '../../catalogue/index.ts'
import type { Args } from '../../definition/define-tool.ts'

const FILES = { 'src/a.ts': 'one\ntwo\n', 'b c.txt': 'here\n', 'ä.txt': 'umlaut\n' }

/** A repository with one commit, whose calls run real commands. */
async function createRepository(files: Readonly<Record<string, string>> = FILES) {
  const place: ToolBench = await createToolBench(files, {
    commands: { run: (command) => runIn(place.bench.root, command) },
  })
  commitAll(place.bench.root)
  gitIn(place.bench.root, 'config', 'user.name', 'Ada')
  gitIn(place.bench.root, 'config', 'user.email', 'ada@example.org')
  const read = async (args: Args) => (await place.call('git', args)).text
  return { place, read, root: place.bench.root, write: writerIn(place.bench.root) }
}

async function runIn(cwd: string, command: string) {
  const { signal } = new AbortController()
  const onOutput = () => {}
  const env = createAgentEnvironment(process.env)
  const options = { command, cwd, env, signal, timeoutMs: 60_000, onOutput }
  const { output, exitCode } = await runCommand(options)
  return { text: `${output}[${exitCode}]` }
}

function writerIn(root: string) {
  return (path: string, text: string) => writeFileSync(join(root, path), text)
}

test('what is changed is told by file, and its lines as far as there is room', async () => {
  const { place, read, write } = await createRepository()
  await using _ = place
  write('src/a.ts', 'one\nTWO\nthree\n')
  write('ä.txt', 'another\n')
  write('new.txt', 'new\n')
  const status = await read({ action: 'status' })
  expect(status.split('\n').slice(1).toSorted()).toEqual([' M src/a.ts', ' M ä.txt', '?? new.txt'])
  const { text, display } = await place.call('git', { action: 'diff' })
  expect(text).toBe(
    [
      '/workspace/src/a.ts +2 −1\n/workspace/ä.txt +1 −1',
      '=== /workspace/src/a.ts\n@@ -1,2 +1,3 @@\n one\n-two\n+TWO\n+three',
      '=== /workspace/ä.txt\n@@ -1 +1 @@\n-umlaut\n+another',
    ].join('\n\n'),
  )
  expect(display).toEqual({
    type: 'table',
    columns: ['File', 'Added', 'Removed'],
    rows: [
      ['src/a.ts', '+2', '−1'],
      ['ä.txt', '+1', '−1'],
    ],
    more: 0,
  })
  expect(await read({ action: 'diff', paths: ['/workspace/ä.txt'] })).not.toContain('a.ts')
  expect(await read({ action: 'diff', staged: true })).toBe('Nothing differs.')
})

test('a diff that is too long is counted whole, and says what it left out', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `f${index}.txt`)
  const { place, read, write } = await createRepository(
    Object.fromEntries(names.map((name) => [name, ''])),
  )
  await using _ = place
  const lines = Array.from({ length: 1000 }, (__, index) => `line ${index}`)
  for (const name of names) write(name, lines.join('\n'))
  const text = await read({ action: 'diff' })
  expect(text.length).toBeLessThan(80_000)
  expect(text).toContain('/workspace/f29.txt +1000 −0')
  expect(text).toMatch(/more lines of it are left out. Name `paths`/)
  expect(text).toMatch(/more files are not shown/)
})

test('commits are found by what they are about, shown whole, and as files', async () => {
  const { place, read, write } = await createRepository()
  await using _ = place
  write('src/a.ts', 'one\nneedle\n')
  await read({ action: 'commit', all: true, message: 'Put the needle\n\nIt was missing.' })
  expect(await read({ action: 'log' })).toMatch(
    /^\w+ [\d-]{10} [\d:]{5} Ada: Put the needle \(HEAD -> \w+\)\n\w+ .* t: first$/,
  )
  expect(await read({ action: 'log', contains: 'needle', paths: ['/workspace/src'] })).toMatch(
    /^\w+ .*needle[^\n]*$/,
  )
  expect(await read({ action: 'log', author: 'nobody' })).toBe('No commit matches.')
  expect(await read({ action: 'log', max_count: 1 })).toContain('There are more than 1')
  const shown = await read({ action: 'show' })
  expect(shown).toMatch(/^commit \w{40}\nAda <ada@example.org>, /)
  expect(shown).toContain('It was missing.\n\n/workspace/src/a.ts +1 −1\n\n=== /workspace/src/a.ts')
  expect(await read({ action: 'file', paths: ['src/a.ts'], ref: 'HEAD~1', start_line: 2 })).toBe(
    '@@ src/a.ts in HEAD~1, lines 2-2 of 2 @@\ntwo',
  )
  const blame = await read({ action: 'blame', paths: ['/workspace/src/a.ts'] })
  expect(blame).toMatch(/^\^?\w+ \(t +[\d-]+ 1\) one\n\w+ \(Ada [\d-]+ 2\) needle$/)
})

test('paths and messages reach git as they are, and only what was named is committed', async () => {
  const { place, read, write, root } = await createRepository()
  await using _ = place
  write('b c.txt', 'changed\n')
  write('src/a.ts', 'changed\n')
  const message = 'It\'s $(touch pwned) `x` "y"\n-- two'
  const said = await read({ action: 'commit', paths: ['/workspace/b c.txt'], message })
  expect(said).toContain('1 file changed')
  expect(gitIn(root, 'log', '-1', '--format=%B').trim()).toBe(message)
  expect(existsSync(join(root, 'pwned'))).toBe(false)
  expect(await read({ action: 'status' })).toContain(' M src/a.ts')
  await read({ action: 'restore', paths: ['src/a.ts'] })
  expect(await read({ action: 'status' })).toContain('Nothing is changed.')
})

test('branches, stashes and worktrees are listed and changed', async () => {
  const { place, read, write } = await createRepository()
  await using _ = place
  expect(await read({ action: 'stash' })).toBe('There is no stash.')
  await read({ action: 'branch', operation: 'create', name: 'try/this' })
  expect(await read({ action: 'branch' })).toMatch(/^\* try\/this {2}\d{4}-/m)
  write('src/a.ts', 'changed\n')
  await read({ action: 'stash', operation: 'create', message: 'for later' })
  expect(await read({ action: 'stash' })).toMatch(/^stash@\{0\} .* for later$/)
  await read({ action: 'stash', operation: 'apply' })
  expect(await read({ action: 'diff' })).toContain('+changed')
  const tree = { action: 'worktree', paths: ['/workspace/.trees/a'] }
  await read({ ...tree, operation: 'create', name: 'other' })
  expect(await read({ action: 'worktree' })).toContain('.trees/a')
  await read({ ...tree, operation: 'delete' })
  expect(await read({ action: 'worktree' })).not.toContain('.trees/a')
})

test('reading runs no program that a repository names, and reaches nothing outside the project', async () => {
  const { place, read, write, root } = await createRepository({ 'a.txt': 'aaaa\n' })
  await using _ = place
  const run = `touch ${join(root, 'ran')}; cat`
  const named = ['filter.x.clean', 'filter.x.smudge', 'diff.x.textconv', 'diff.x.command']
  for (const name of [...named, 'core.fsmonitor', 'diff.external', 'gpg.program'])
    gitIn(root, 'config', name, run)
  gitIn(root, 'config', 'log.showSignature', 'true')
  write('.gitattributes', '* filter=x diff=x\n')
  write('a.txt', 'bbbb\n')
  const calls = ['status', 'diff', 'log', 'show', 'branch', 'stash', 'worktree'].map((action) =>
    read({ action }),
  )
  const one = ['a.txt']
  await Promise.all([
    ...calls,
    read({ action: 'blame', paths: one }),
    read({ action: 'file', paths: one }),
  ])
  expect(existsSync(join(root, 'ran'))).toBe(false)
  await expect(read({ action: 'diff', paths: ['../x'] })).rejects.toThrow('contains “..”')
  await expect(read({ action: 'file', paths: ['/docs/x'] })).rejects.toThrow('not in the project')
  await expect(read({ action: 'log', ref: '--output=x' })).rejects.toThrow('name of a commit')
  await expect(read({ action: 'log', ref: 'nowhere' })).rejects.toThrow(/^Git refused: .*nowhere/)
})

// CVE-2025-68144 and cyanheads/git-mcp-server #53: git took the name of a commit for an option that writes a file.
test('git takes no argument of a call for an option', async () => {
  const { place, read, write, root } = await createRepository()
  await using _ = place
  write('src/a.ts', 'changed\n')
  const written = join(root, '..', 'written')
  const option = `--output=${written}`
  const paths = [option]
  const calls: readonly Args[] = [
    ...['diff', 'log', 'show', 'file', 'blame'].map((action) => ({ action, paths })),
    ...['diff', 'log', 'show'].map((action) => ({ action, ref: option })),
    ...['file', 'blame'].map((action) => ({ action, ref: option, paths: ['src/a.ts'] })),
    ...['author', 'since', 'until', 'search', 'contains'].map((name) => ({
      action: 'log',
      [name]: option,
    })),
    ...['create', 'switch', 'delete'].map((operation) => ({
      action: 'branch',
      operation,
      name: option,
    })),
    { action: 'branch', operation: 'create', name: 'x', ref: option },
    { action: 'stash', operation: 'create', message: option, paths },
    { action: 'stash', operation: 'apply', ref: option },
    { action: 'worktree', operation: 'create', name: 'y', paths },
    { action: 'restore', paths },
    { action: 'commit', message: option, paths },
    { action: 'commit', message: option, all: true },
  ]
  for (const args of calls) await read(args).catch(() => undefined)
  expect(existsSync(written)).toBe(false)
})

test('without a repository, or a commit, that is said', async () => {
  await using place = await createToolBench({ 'a.txt': 'one' })
  const log = () => place.call('git', { action: 'log' })
  await expect(log()).rejects.toThrow('The project’s folder is not in a git repository.')
  gitIn(place.bench.root, 'init', '-q')
  await expect(log()).rejects.toThrow('Nothing is committed to git yet.')
})

/** Of block/buzz #6309: names that git takes for patterns. */
test.runIf(process.platform !== 'win32')(
  'restores, stashes and commits no file but the one that is named like a pattern',
  async () => {
    const names = ['*.txt', '[ab].txt', ':(top)a.txt', '?.txt', 'a.txt', 'b.txt']
    const { place, read, root, write } = await createRepository(
      Object.fromEntries(names.map((name) => [name, 'one\n'])),
    )
    await using _ = place
    for (const name of names) write(name, 'two\n')
    const changed = () =>
      gitIn(root, 'status', '--porcelain', '-z')
        .split('\0')
        .flatMap((line) => line.slice(3) || [])
    await read({ action: 'restore', paths: ['/workspace/*.txt'] })
    expect(changed()).toEqual(names.filter((name) => name !== '*.txt').toSorted())
    await read({ action: 'commit', message: 'One', paths: ['[ab].txt'] })
    expect(changed()).toEqual([':(top)a.txt', '?.txt', 'a.txt', 'b.txt'])
    await read({ action: 'stash', operation: 'create', paths: ['/workspace/?.txt'] })
    expect(changed()).toEqual([':(top)a.txt', 'a.txt', 'b.txt'])
    await read({ action: 'restore', paths: ['/workspace/:(top)a.txt'] })
    expect(changed()).toEqual(['a.txt', 'b.txt'])
  },
)

test('a call is as much as it does: reading is no command, and changes are the one they run', () => {
  const reading = [{ action: 'status' }, { action: 'stash' }, { action: 'branch', name: 'x' }, {}]
  expect(reading.map((args) => [toGitCommand(args), toolFor('git', args).effect])).toEqual(
    reading.map(() => [undefined, 'read']),
  )
  const changing = [
    { action: 'commit', message: 'a b' },
    { action: 'restore', paths: ['/workspace/a', '-x'], staged: true },
    { action: 'branch', operation: 'delete', name: 'x' },
    { action: 'stash', operation: 'delete', ref: 'stash@{1}' },
  ]
  expect(changing.map(toGitCommand)).toEqual([
    "git commit -m 'a b'",
    'git restore --staged -- ./a ./-x',
    'git branch -d x',
    "git stash drop 'stash@{1}'",
  ])
  expect(changing.map((args) => toolFor('git', args).effect)).toEqual(changing.map(() => 'execute'))
})

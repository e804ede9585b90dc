import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { DecidedContent } from '#shared/contract/procedures/changes.ts'
import { type ForkedHost, openForkedHost, readIn } from '../../../test/support/forked-host.ts'
import { calls, reads, scriptAgents } from '../../../test/support/scripted-agents.ts'
import { addHook } from '../../../test/support/trust-git.ts'

const start = 'one\ntwo\nthree\nfour\nfive\n'
const files = { 'project/a.txt': start, 'project/b.txt': 'b\n', 'project/gone.txt': 'x\n' }
const [a, b, made] = ['/workspace/a.txt', '/workspace/b.txt', '/workspace/new.txt']
const gone = '/workspace/gone.txt'
const identity = { 'user.name': 'Somebody', 'user.email': 'somebody@example.com' }

const edit = (file_path: string, old_string: string, new_string: string) =>
  calls(reads(file_path), { name: 'edit_file', args: { file_path, old_string, new_string } })

const script = scriptAgents({
  'Change it all': [
    edit(a, 'one', 'ONE'),
    edit(a, 'five', 'FIVE'),
    edit(b, 'b', 'B'),
    calls({ name: 'write_file', args: { file_path: made, content: 'new\n' } }),
    calls(reads(gone), { name: 'delete_file', args: { path: gone } }),
  ],
  'Link it': [
    edit(b, 'b', 'B'),
    calls({ name: 'run_command', args: { command: 'ln -s a.txt link' } }),
  ],
})

async function openChanged(
  isGit = true,
  prompt = 'Change it all\nand say so.',
): Promise<ForkedHost> {
  const host = await openForkedHost({ files, script, isGit })
  if (isGit) for (const [name, value] of Object.entries(identity)) host.git('config', name, value)
  await host.prompt(prompt)
  return host
}

/** Accepts a file as it is, or a text of it. */
async function accept(host: ForkedHost, path: string, text?: string): Promise<void> {
  const { client, sessionId } = host
  const file = (await host.states()).changes.files[path]
  if (!file) throw new Error(`${path} has not changed.`)
  const { seq, base, now } = file
  const before: DecidedContent = { type: 'known', content: base }
  const content: DecidedContent =
    text === undefined ? { type: 'known', content: now } : { type: 'text', text }
  const counted = { hunks: 1, added: 1, removed: 1 }
  await client['changes.accept']({ sessionId, path, seq, before, content, ...counted })
}

const preview = ({ client, sessionId }: ForkedHost) =>
  client['changes.previewCommit']({ sessionId })

test('what was accepted is committed; the rest, what is staged and the files stay as they are', async () => {
  await using host = await openChanged()
  await accept(host, a, start.replace('one', 'ONE'))
  await accept(host, made)
  await accept(host, '/workspace/gone.txt')
  writeFileSync(join(host.root, 'own.txt'), 'mine\n')
  host.git('add', 'own.txt')
  const { head = '', ...shown } = await preview(host)
  expect(shown).toEqual({
    ...{ branch: 'main', message: 'Change it all' },
    files: [
      { path: a, change: 'changed' },
      { path: made, change: 'added' },
      { path: '/workspace/gone.txt', change: 'removed' },
    ],
  })
  const { client, sessionId } = host
  const paths = shown.files.map(({ path }) => path)
  const asked = { sessionId, paths, message: 'Change some', head }
  const { commit, notice } = await client['changes.commit'](asked)
  expect([notice, host.git('rev-parse', 'HEAD').trim()]).toEqual([undefined, commit])
  expect(host.git('show', 'HEAD:a.txt')).toBe(start.replace('one', 'ONE'))
  expect(host.git('show', '--name-status', '--format=%s', 'HEAD')).toBe(
    'Change some\n\nM\ta.txt\nD\tgone.txt\nA\tnew.txt\n',
  )
  expect(readIn(host.root, 'a.txt')).toBe(start.replace('one', 'ONE').replace('five', 'FIVE'))
  expect(host.git('status', '--porcelain')).toBe(' M a.txt\n M b.txt\nA  own.txt\n')
  expect((await preview(host)).files).toEqual([])
  expect((await host.events()).at(-1)).toMatchObject({
    kind: 'commit.made',
    data: { commit, branch: 'main', paths },
  })
  await expect(client['changes.commit'](asked)).rejects.toMatchObject({ code: 'conflict' })
})

test('what a person committed meanwhile is kept, and what conflicts with it is told', async () => {
  await using host = await openChanged()
  const { client, sessionId } = host
  await accept(host, a, start.replace('one', 'ONE'))
  await accept(host, b)
  writeFileSync(join(host.root, 'a.txt'), start.replace('five', 'mine'))
  writeFileSync(join(host.root, 'b.txt'), 'mine\n')
  host.git('commit', '-qam', 'Mine')
  const { head = '', files: found } = await preview(host)
  expect(found).toEqual([
    { path: a, change: 'changed' },
    { path: b, change: 'changed', obstacle: expect.stringContaining('conflicts') },
  ])
  const chosen = { sessionId, message: 'Both', head }
  const refused = client['changes.commit']({ ...chosen, paths: [a, b] })
  await expect(refused).rejects.toMatchObject({ code: 'conflict' })
  const nothing = client['changes.commit']({ ...chosen, paths: [''] })
  await expect(nothing).rejects.toMatchObject({ code: 'invalid-input' })
  await client['changes.commit']({ ...chosen, paths: [a] })
  expect(host.git('show', 'HEAD:a.txt')).toBe(start.replace('one', 'ONE').replace('five', 'mine'))
})

test('the same lines, and a file that the session made, are committed as often as they change', {
  timeout: 60_000,
}, async () => {
  await using host = await openChanged()
  const commit = async (message: string) => {
    const { head = '', files: found } = await preview(host)
    const paths = found.map(({ path }) => path)
    await host.client['changes.commit']({ sessionId: host.sessionId, paths, message, head })
    expect((await preview(host)).files).toEqual([])
  }
  await accept(host, a, start.replace('one', 'ONE'))
  await accept(host, made, 'first\n')
  await commit('First')
  await accept(host, a, start.replace('one', 'Once'))
  await accept(host, made)
  await commit('Second')
  // By hand, with all that is on disk.
  host.git('commit', '-qam', 'Mine')
  await accept(host, a)
  expect((await preview(host)).files).toEqual([])
  await accept(host, a, start)
  await commit('Back')
  expect([host.git('show', 'HEAD:a.txt'), host.git('show', 'HEAD:new.txt')]).toEqual([
    start,
    'new\n',
  ])
})

test('on top of what a person put in beside, the same lines are committed again', async () => {
  await using host = await openChanged()
  const { client, sessionId } = host
  for (const text of ['ONE', 'Once']) {
    await accept(host, a, start.replace('one', text))
    const { head = '' } = await preview(host)
    await client['changes.commit']({ sessionId, paths: [a], message: text, head })
    const committed = start.replace('one', text).replace('five', 'theirs')
    if (text === 'Once') expect(host.git('show', 'HEAD:a.txt')).toBe(committed)
    writeFileSync(join(host.root, 'a.txt'), committed)
    host.git('commit', '-qam', 'Theirs', '--allow-empty')
  }
})

test('what a person has staged of a file is not passed by', async () => {
  await using host = await openChanged()
  await accept(host, b)
  host.git('add', 'b.txt')
  const { files: found, head = '' } = await preview(host)
  expect(found).toMatchObject([{ path: b, obstacle: expect.stringContaining('staged') }])
  const { client, sessionId } = host
  const commit = client['changes.commit']({ sessionId, paths: [b], message: 'B', head })
  await expect(commit).rejects.toMatchObject({ message: expect.stringContaining('staged') })
})

test.skipIf(process.platform === 'win32')(
  'what is committed is told also where git does not say what is staged by then',
  async () => {
    await using host = await openChanged()
    await accept(host, b)
    // Of its own index git is done with it by then.
    await addHook(host, 'post-commit', 'echo broken > "$(git rev-parse --git-dir)/index"')
    const { client, sessionId } = host
    const { head = '' } = await preview(host)
    const asked = { sessionId, paths: [b], message: 'B', head }
    const { commit, notice } = await client['changes.commit'](asked)
    expect(notice).toContain('index could not be brought up to it: Git does not answer')
    expect((await host.events()).at(-1)).toMatchObject({ kind: 'commit.made', data: { commit } })
    expect(readIn(host.root, '.git/index')).toBe('broken\n')
  },
)

test('hooks run: one that refuses is heard, and nothing was committed', async () => {
  await using host = await openChanged()
  await accept(host, b)
  await addHook(host, 'pre-commit', 'git diff --cached --name-only\necho not today >&2\nexit 1')
  const { client, sessionId } = host
  const { head = '' } = await preview(host)
  const commit = client['changes.commit']({ sessionId, paths: [b], message: 'B', head })
  await expect(commit).rejects.toMatchObject({ message: 'Git made no commit: b.txt\nnot today' })
  expect(host.git('rev-parse', 'HEAD').trim()).toBe(head)
  expect(host.git('diff', '--cached', '--name-only')).toBe('')
})

test.skipIf(process.platform === 'win32')(
  'a hook that waits is ended with whoever asked, or the host; others go on meanwhile',
  async () => {
    await using host = await openChanged()
    await accept(host, b)
    const [begun, pid] = [join(host.folder, 'begun'), join(host.folder, 'pid')]
    await addHook(
      host,
      'pre-commit',
      `echo $$ > "${pid}"; mv "${pid}" "${begun}"; sleep 600; exit 1`,
    )
    const { client, sessionId } = host
    const { head = '' } = await preview(host)
    const asked = { sessionId, paths: [b], message: 'B', head }
    const abort = new AbortController()
    const commit = client['changes.commit'](asked, abort.signal)
    await expect.poll(() => existsSync(begun)).toBe(true)
    await accept(host, a)
    abort.abort()
    await expect(commit).rejects.toThrow()
    expect(host.git('rev-parse', 'HEAD').trim()).toBe(head)
    await expect.poll(() => isRunning(readFileSync(begun, 'utf8'))).toBe(false)
    rmSync(begun)
    const again = client['changes.commit'](asked).catch(() => 'ended')
    await expect.poll(() => existsSync(begun)).toBe(true)
    const second = readFileSync(begun, 'utf8')
    await host[Symbol.asyncDispose]()
    expect(await again).toBe('ended')
    await expect.poll(() => isRunning(second)).toBe(false)
  },
)

test.skipIf(process.platform === 'win32')(
  'a hook that does not end is ended after a time, with a sentence',
  async () => {
    await using host = await openChanged()
    await accept(host, b)
    const begun = join(host.folder, 'begun')
    await addHook(host, 'pre-commit', `touch "${begun}"; sleep 600`)
    const { client, sessionId } = host
    const { head = '' } = await preview(host)
    // The clock is the platform's own.
    const time = new AbortController()
    const clock = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
    onTestFinished(() => clock.mockRestore())
    const commit = client['changes.commit']({ sessionId, paths: [b], message: 'B', head })
    const refused = expect(commit).rejects.toMatchObject({
      ...{ code: 'limit', message: expect.stringContaining('after 10 minutes') },
    })
    await expect.poll(() => existsSync(begun)).toBe(true)
    time.abort()
    await refused
    expect(host.git('rev-parse', 'HEAD').trim()).toBe(head)
  },
)

function isRunning(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

test('what a person stages while a hook runs stays staged, and is told', async () => {
  await using host = await openChanged()
  await accept(host, a)
  await accept(host, b)
  const stage = 'unset GIT_INDEX_FILE\necho mine > b.txt\ngit add b.txt'
  await addHook(host, 'pre-commit', stage)
  const { client, sessionId } = host
  const { head = '' } = await preview(host)
  const asked = { sessionId, paths: [a, b], message: 'Both', head }
  const { notice } = await client['changes.commit'](asked)
  expect(notice).toMatch(/stays staged: b\.txt$/u)
  expect([host.git('show', 'HEAD:b.txt'), host.git('show', ':b.txt')]).toEqual(['B\n', 'mine\n'])
  expect(host.git('diff', '--cached', '--name-only')).toBe('b.txt\n')
})

test.skipIf(process.platform === 'win32').each(['hash-object', 'read-tree', 'commit'])(
  'what somebody commits when git is asked to %s is not undone',
  async (verb) => {
    await using host = await openChanged()
    await accept(host, b)
    const { client, sessionId } = host
    const { head = '' } = await preview(host)
    commitBefore(host, verb)
    const commit = client['changes.commit']({ sessionId, paths: [b], message: 'B', head })
    await expect(commit).rejects.toMatchObject({ code: 'conflict' })
    expect(host.git('log', '--format=%s')).toBe('Theirs\nfirst\n')
    expect(host.git('show', 'HEAD:gone.txt')).toBe('theirs\n')
  },
)

test.skipIf(process.platform === 'win32')(
  'a folder of somebody else’s is git’s to refuse',
  async () => {
    await using host = await openChanged()
    await accept(host, b)
    const { client, sessionId } = host
    const { head = '' } = await preview(host)
    wrapGit(host, 'export GIT_TEST_ASSUME_DIFFERENT_OWNER=1')
    const commit = client['changes.commit']({ sessionId, paths: [b], message: 'B', head })
    await expect(commit).rejects.toMatchObject({ message: expect.stringContaining('ownership') })
    vi.unstubAllEnvs()
    expect(host.git('rev-parse', 'HEAD').trim()).toBe(head)
  },
)

test('a look starts no program of the project’s and writes nothing to its repository', async () => {
  await using host = await openChanged()
  await accept(host, a, start.replace('one', 'ONE'))
  await accept(host, b)
  writeFileSync(join(host.root, '.git/info/attributes'), 'b.txt filter=own\n')
  writeFileSync(join(host.root, 'a.txt'), start.replace('five', 'mine'))
  host.git('commit', '-qm', 'Mine', 'a.txt')
  host.git('config', 'filter.own.clean', `touch "${join(host.folder, 'ran')}"; cat`)
  const before = host.git('count-objects')
  expect((await preview(host)).files).toEqual([
    { path: a, change: 'changed' },
    { path: b, change: 'changed', filter: 'own' },
  ])
  expect([host.git('count-objects'), existsSync(join(host.folder, 'ran'))]).toEqual([before, false])
})

test('what git does not take is told, and not removed', async () => {
  await using host = await openChanged()
  host.git('config', 'core.autocrlf', 'input')
  host.git('config', 'core.safecrlf', 'true')
  await accept(host, b, 'B\r\n')
  const { files: found } = await preview(host)
  const obstacle = expect.stringContaining('CRLF would be replaced')
  expect(found).toEqual([{ path: b, change: 'changed', obstacle }])
})

test.skipIf(process.platform === 'win32')(
  'a commit that was made before its hook was ended is one',
  async () => {
    await using host = await openChanged()
    await accept(host, b)
    const begun = join(host.folder, 'begun')
    await addHook(host, 'post-commit', `touch "${begun}"; sleep 600`)
    const { client, sessionId } = host
    const { head = '' } = await preview(host)
    const abort = new AbortController()
    const asked = { sessionId, paths: [b], message: 'B', head }
    const commit = client['changes.commit'](asked, abort.signal).catch(() => {})
    await expect.poll(() => existsSync(begun)).toBe(true)
    abort.abort()
    await commit
    const last = async () => (await host.events()).at(-1)
    await expect.poll(last).toMatchObject({ kind: 'commit.made', data: { paths: [b] } })
    expect(host.git('show', 'HEAD:b.txt')).toBe('B\n')
    expect(host.git('diff', '--cached', '--name-only')).toBe('')
  },
)

test.skipIf(process.platform === 'win32')('links are links, and what may be executed', async () => {
  await using host = await openChanged(true, 'Link it')
  const { client, sessionId } = host
  chmodSync(join(host.root, 'b.txt'), 0o755)
  for (const path of [b, '/workspace/link']) await accept(host, path)
  const { head = '', files: found } = await preview(host)
  const paths = found.map(({ path }) => path)
  await client['changes.commit']({ sessionId, paths, message: 'Modes', head })
  expect(host.git('ls-tree', '--format=%(objectmode) %(path)', 'HEAD', 'b.txt', 'link')).toBe(
    '100755 b.txt\n120000 link\n',
  )
  expect((await preview(host)).files).toEqual([])
})

/** The first time that git is asked for something of that name, somebody commits first. */
function commitBefore(host: ForkedHost, verb: string): void {
  const theirs = 'echo theirs > gone.txt; "$real" add gone.txt; "$real" commit -qm Theirs gone.txt'
  const once = `mkdir "${join(host.folder, 'done')}" && (unset GIT_INDEX_FILE; ${theirs})`
  wrapGit(host, `case " $* " in *" ${verb} "*) ${once};; esac`)
}

/** Has a script run whenever git is asked for something; in it, `$real` is git itself. */
function wrapGit(host: ForkedHost, script: string): void {
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  const bin = join(host.folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'git'), `#!/bin/sh\nreal=${real}\n${script}\nexec "$real" "$@"\n`)
  chmodSync(join(bin, 'git'), 0o755)
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
}

test('why nothing can be committed is said: no repository, or a merge under way', async () => {
  await using host = await openChanged(false)
  await accept(host, b)
  expect((await preview(host)).obstacle).toContain('not in a git repository')
  host.git('init', '-q', '-b', 'main')
  const first = await preview(host)
  expect([first.head, first.files]).toEqual([undefined, [{ path: b, change: 'added' }]])
  writeFileSync(join(host.root, '.git/MERGE_HEAD'), '')
  expect((await preview(host)).obstacle).toContain('A merge is under way')
})

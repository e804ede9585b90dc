import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { DecidedContent } from '#shared/contract/procedures/changes.ts'
import { type ForkedHost, openForkedHost, readIn } from '../../../test/support/forked-host.ts'
import { calls, reads, says, scriptAgents } from '../../../test/support/scripted-agents.ts'
import { trustAll } from '../../../test/support/trust-git.ts'

const [path, made] = ['/workspace/a.txt', '/workspace/new.txt']
const identity = { 'user.name': 'Somebody', 'user.email': 'somebody@example.com' }
const write = (file_path: string, content: string) =>
  calls({ name: 'write_file', args: { file_path, content } })
const edit = (old_string: string, new_string: string) =>
  calls(reads(path), { name: 'edit_file', args: { file_path: path, old_string, new_string } })

const script = scriptAgents({
  First: [edit('one', 'two'), write(made, 'new\n'), says('Done.'), edit('two', 'three')],
})

const capitals = { 'filter.own.clean': 'tr a-z A-Z', 'filter.own.smudge': 'tr A-Z a-z' }

/** Git keeps what the project's files hold in capitals. */
function openFiltered(): Promise<ForkedHost> {
  return openForkedHost({
    files: { 'project/a.txt': 'one\nmore\n', 'project/.gitattributes': '*.txt filter=own\n' },
    ...{ script, isGit: true, settings: { ...identity, ...capitals } },
  })
}

async function accept(host: ForkedHost, of: string, text?: string): Promise<void> {
  const file = (await host.states()).changes.files[of]
  if (!file) throw new Error(`${of} has not changed.`)
  const { seq, base, now } = file
  const before: DecidedContent = { type: 'known', content: base }
  const content: DecidedContent =
    text === undefined ? { type: 'known', content: now } : { type: 'text', text }
  const { client, sessionId } = host
  const counted = { hunks: 1, added: 1, removed: 1 }
  await client['changes.accept']({ sessionId, path: of, seq, before, content, ...counted })
}

const preview = ({ client, sessionId }: ForkedHost) =>
  client['changes.previewCommit']({ sessionId })

async function commit(host: ForkedHost, ...paths: readonly string[]) {
  const { client, sessionId } = host
  const { head = '' } = await preview(host)
  await trustAll(host)
  return client['changes.commit']({ sessionId, paths: [...paths], message: 'Some', head })
}

test.skipIf(process.platform === 'win32')(
  'what was accepted is committed as git’s filter has it, as often as it changes',
  { timeout: 60_000 },
  async () => {
    await using host = await openFiltered()
    await host.prompt('First')
    await accept(host, path)
    await accept(host, made)
    expect((await preview(host)).files).toEqual([
      { path, change: 'changed', filter: 'own' },
      { path: made, change: 'added', filter: 'own' },
    ])
    await commit(host, path, made)
    expect([host.git('show', 'HEAD:a.txt'), host.git('show', 'HEAD:new.txt')]).toEqual([
      ...['TWO\nMORE\n', 'NEW\n'],
    ])
    expect([readIn(host.root, 'a.txt'), host.git('status', '--porcelain')]).toEqual([
      ...['two\nmore\n', ''],
    ])
    expect((await preview(host)).files).toEqual([])
    await host.prompt('Go on')
    await accept(host, path)
    await commit(host, path)
    expect(host.git('show', 'HEAD:a.txt')).toBe('THREE\nMORE\n')
    expect((await preview(host)).files).toEqual([])
  },
)

test('what was accepted is gone back to after a commit of it', async () => {
  await using host = await openFiltered()
  await host.prompt('First')
  await accept(host, path)
  expect((await preview(host)).files).toMatchObject([{ path, filter: 'own' }])
  await commit(host, path)
  await accept(host, path, 'one\nmore\n')
  expect((await preview(host)).files).toMatchObject([{ path, filter: 'own' }])
  await commit(host, path)
  expect(host.git('show', 'HEAD:a.txt')).toBe('ONE\nMORE\n')
  expect((await preview(host)).files).toEqual([])
})

test('what is accepted while git commits is not taken for committed', async () => {
  await using host = await openFiltered()
  await host.prompt('First')
  await accept(host, path)
  const [begun, on] = [join(host.folder, 'begun'), join(host.folder, 'on')]
  const hook = `#!/bin/sh\ntouch "${begun}"\nuntil [ -e "${on}" ]; do sleep 0.05; done\n`
  mkdirSync(join(host.root, '.git/hooks'), { recursive: true })
  writeFileSync(join(host.root, '.git/hooks/pre-commit'), hook, { mode: 0o755 })
  const committing = commit(host, path)
  await expect.poll(() => existsSync(begun)).toBe(true)
  await accept(host, path, 'one\nmore\n')
  writeFileSync(on, '')
  await committing
  expect(host.git('show', 'HEAD:a.txt')).toBe('TWO\nMORE\n')
  expect((await preview(host)).files).toMatchObject([{ path, filter: 'own' }])
})

test('what a person had not committed when the session began is left to them', async () => {
  await using host = await openFiltered()
  writeFileSync(join(host.root, 'a.txt'), 'one\nmine\n')
  await host.prompt('First')
  await accept(host, path)
  await expect(commit(host, path)).rejects.toMatchObject({
    ...{ code: 'conflict', message: expect.stringContaining('when the session began') },
  })
  expect(host.git('log', '--format=%s')).toBe('first\n')
})

test.skipIf(process.platform === 'win32')(
  'a filter that does not end is ended after a time, with a sentence',
  async () => {
    await using host = await openFiltered()
    await host.prompt('First')
    await accept(host, path)
    const begun = join(host.folder, 'begun')
    host.git('config', 'filter.own.clean', `touch "${begun}"; sleep 600`)
    // The clock is the platform's own.
    const time = new AbortController()
    const clock = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
    onTestFinished(() => clock.mockRestore())
    const refused = expect(commit(host, path)).rejects.toMatchObject({
      ...{ code: 'limit', message: expect.stringContaining('after 10 minutes') },
    })
    await expect.poll(() => existsSync(begun)).toBe(true)
    time.abort()
    await refused
    expect(host.git('log', '--format=%s')).toBe('first\n')
  },
)

test('no filter runs for a commit on top of another than was looked at', async () => {
  await using host = await openFiltered()
  await host.prompt('First')
  await accept(host, made)
  const { client, sessionId } = host
  const { head = '' } = await preview(host)
  host.git('commit', '-q', '--allow-empty', '-m', 'Theirs')
  const ran = join(host.folder, 'ran')
  host.git('config', 'filter.own.clean', `touch "${ran}"; cat`)
  const asked = { sessionId, paths: [made], message: 'Some', head }
  await expect(client['changes.commit'](asked)).rejects.toMatchObject({ code: 'conflict' })
  expect(existsSync(ran)).toBe(false)
})

test('nothing is committed of a file that its filter does not take', async () => {
  await using host = await openFiltered()
  await host.prompt('First')
  host.git('config', 'filter.own.clean', 'exit 1')
  await accept(host, path)
  const head = host.git('rev-parse', 'HEAD')
  await expect(commit(host, path)).rejects.toMatchObject({
    ...{ code: 'conflict', message: expect.stringContaining('filter “own” does not take') },
  })
  expect(host.git('rev-parse', 'HEAD')).toBe(head)
})

test('what was accepted in part, or on top of what others committed, is left to git', async () => {
  await using host = await openFiltered()
  await host.prompt('First')
  await accept(host, path, 'two\nmore or less\n')
  const inPart = expect.stringContaining('accepted in part')
  expect((await preview(host)).files).toEqual([{ path, change: 'changed', obstacle: inPart }])
  await accept(host, path)
  writeFileSync(join(host.root, 'a.txt'), 'theirs\n')
  host.git('commit', '-qam', 'Theirs')
  const conflict = expect.stringContaining('conflicts')
  expect((await preview(host)).files).toMatchObject([{ path, obstacle: conflict }])
})

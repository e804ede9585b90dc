import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReviewedContent } from '#shared/contract/review.ts'
import { type ForkedHost, openForkedHost, readIn } from '../../../test/support/forked-host.ts'
import { calls, says, scriptAgents } from '../../../test/support/scripted-agents.ts'

const [path, made] = ['/workspace/a.txt', '/workspace/new.txt']
const identity = { 'user.name': 'Somebody', 'user.email': 'somebody@example.com' }
const write = (file_path: string, content: string) =>
  calls({ name: 'write_file', args: { file_path, content } })
const edit = (old_string: string, new_string: string) =>
  calls({ name: 'edit_file', args: { file_path: path, old_string, new_string } })

const script = scriptAgents({
  First: [edit('one', 'two'), write(made, 'new\n'), says('Done.'), edit('two', 'three')],
})

/** Git keeps what the project's files hold in capitals. */
async function openFiltered(clean = 'tr a-z A-Z'): Promise<ForkedHost> {
  const host = await openForkedHost({
    files: { 'project/a.txt': 'one\nmore\n', 'project/.gitattributes': '*.txt filter=own\n' },
    ...{ script, isGit: true },
  })
  const settings = { ...identity, 'filter.own.clean': clean, 'filter.own.smudge': 'tr A-Z a-z' }
  for (const setting of Object.entries(settings)) host.git('config', ...setting)
  return host
}

async function accept(host: ForkedHost, of: string, text?: string): Promise<void> {
  const file = (await host.states()).review.files[of]
  if (!file) throw new Error(`${of} has not changed.`)
  const { seq, base, now } = file
  const before: ReviewedContent = { type: 'known', content: base }
  const content: ReviewedContent =
    text === undefined ? { type: 'known', content: now } : { type: 'text', text }
  const { client, sessionId } = host
  const counted = { hunks: 1, added: 1, removed: 1 }
  await client['review.accept']({ sessionId, path: of, seq, before, content, ...counted })
}

const preview = ({ client, sessionId }: ForkedHost) => client['review.previewCommit']({ sessionId })

async function commit(host: ForkedHost, ...paths: readonly string[]) {
  const { client, sessionId } = host
  const { head = '' } = await preview(host)
  return client['review.commit']({ sessionId, paths: [...paths], message: 'Some', head })
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

test('nothing is committed of a file that its filter does not take', async () => {
  await using host = await openFiltered('exit 1')
  await host.prompt('First')
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

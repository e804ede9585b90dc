import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Tree } from '#shared/events/file.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { Hash, SessionId } from '#shared/lib/ids.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { type HostFixture, openHostFixture } from '../../../test/support/host-fixture.ts'
import type { ModelRequest, ReplyCall } from '../../../test/support/model-server.ts'
import { answersIn, calls, says, scriptAgents } from '../../../test/support/scripted-agents.ts'

// https://github.com/anomalyco/opencode/issues/20442

const call = (name: string, args: Readonly<Record<string, unknown>>): ReplyCall => ({ name, args })
const key = '/workspace/data/secrets.key'

const script = scriptAgents({
  Begin: [
    calls(call('write_file', { file_path: '/workspace/a.txt', content: 'needle\n' })),
    calls(call('run_command', { command: 'echo needle > b.txt' })),
    calls(
      call('glob', { pattern: 'data/**' }),
      call('glob', { pattern: '**/*.key' }),
      call('grep', { pattern: '.', path: '/workspace/data' }),
      call('read_file', { file_path: key }),
      call('write_file', { file_path: '/workspace/data/new.txt', content: 'x' }),
      call('edit_file', { file_path: key, old_string: 'a', new_string: 'b' }),
      call('move_file', { from: '/workspace/a.txt', to: '/workspace/data/a.txt' }),
      call('move_file', { from: '/workspace/data', to: '/workspace/moved' }),
      call('delete_file', { file_path: '/workspace/data' }),
      call('delete_file', { file_path: '/workspace/data/secrets.key' }),
    ),
    says('Done.'),
  ],
})

interface AtHome extends HostFixture {
  readonly sessionId: SessionId
}

/** A host whose data folder lies in the project, as one opened on a home folder. */
async function runAtHome(prepare: (folder: string) => void): Promise<AtHome> {
  const host = await openHostFixture({ script, files: { 'home/mine.txt': 'needle\n' } })
  prepare(host.folder)
  writeFileSync(join(host.folder, 'data/secrets.key'), 'abc needle\n')
  const sessionId = await host.createSession(await host.open('.'))
  await host.client['sessions.configure']({ sessionId, profile: 'trusted' })
  const { runId } = await host.client['sessions.send']({ sessionId, text: 'Begin' })
  for await (const page of host.client['sessions.events']({ sessionId })) {
    if (page.some((event) => event.kind === 'run.ended' && event.runId === runId)) break
  }
  return { ...host, sessionId, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() }
}

function getLast({ server }: AtHome): ModelRequest {
  const last = server.requests.at(-1)
  if (!last) throw new Error('No model was asked.')
  return last
}

async function readEvents({ client, sessionId }: AtHome): Promise<readonly AnyEvent[]> {
  const { seq: through } = await joinStates(client['sessions.open']({ sessionId }))
  const all: AnyEvent[] = []
  for await (const page of client['sessions.readEvents']({ sessionId, through })) all.push(...page)
  return all
}

async function readTree({ client, sessionId }: AtHome, hash: Hash): Promise<readonly string[]> {
  let json = ''
  for await (const piece of client['files.tree']({ sessionId, hash })) json += piece
  return Object.keys(Tree.parse(JSON.parse(json)))
}

test.each([
  ['a folder without git', () => undefined],
  [
    'a repository without a commit',
    (folder: string) => execFileSync('git', ['init', '-q'], { cwd: folder }),
  ],
  ['links to the data folder', (folder: string) => symlinkSync('data', join(folder, 'link'))],
])('the data folder is no part of a project around it: %s', async (_name, prepare) => {
  await using host = await runAtHome(prepare)
  const { folder } = host
  const events = await readEvents(host)
  const changed = events.flatMap(({ kind, data }) => (kind === 'file.changed' ? [data.path] : []))
  expect([...new Set(changed)].toSorted()).toEqual(['/workspace/a.txt', '/workspace/b.txt'])
  const recorded = await Promise.all(
    events.flatMap(({ kind, data }) =>
      kind === 'snapshot.taken' ? [readTree(host, data.tree.ref)] : [],
    ),
  )
  expect(recorded.flat().filter((path) => path.startsWith('data/'))).toEqual([])
  expect(recorded.flat()).toContain('home/mine.txt')
  const answers = answersIn(getLast(host))
  const [, , folders, keys, ...refused] = answers
  expect([folders, keys].every((text) => text?.startsWith('No files match'))).toBe(true)
  expect(refused).toHaveLength(8)
  for (const text of refused) expect(text).toMatch(/Orrery’s own data|You haven't looked/)
  expect(existsSync(join(folder, 'data/secrets.key'))).toBe(true)
  expect(readdirSync(join(folder, 'data'))).not.toContain('new.txt')
})

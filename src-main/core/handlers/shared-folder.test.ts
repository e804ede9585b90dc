import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { AnyEvent, EventFor } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { listWaiting } from '#shared/projections/changes.ts'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { type ForkedHost, openForkedHost, readIn } from '../../../test/support/forked-host.ts'
import type { Reply } from '../../../test/support/model-server.ts'
import { calls, createGate, scriptAgents } from '../../../test/support/scripted-agents.ts'

const POLL = { timeout: 60_000, interval: 50 }

vi.setConfig({ testTimeout: 120_000 })
const start = 'one\ntwo\nthree\n'
const files = { 'project/a.txt': start, 'project/b.txt': start, 'project/c.txt': start }
const [a, b, c] = ['/workspace/a.txt', '/workspace/b.txt', '/workspace/c.txt']
const made = '/workspace/made.txt'
const ran = '/workspace/run.txt'

const edit = (path: string, old: string, now: string) =>
  calls({ name: 'edit_file', args: { file_path: path, old_string: old, new_string: now } })
const read = (path: string) => calls({ name: 'read_file', args: { file_path: path } })
const run = (command: string) => calls({ name: 'run_command', args: { command } })

const script = scriptAgents({
  'edit both': [
    ...[read(a), edit(a, 'one', 'ONE'), read(b), edit(b, 'one', 'ONE')],
    calls({ name: 'write_file', args: { file_path: made, content: 'new' } }),
  ],
  'edit a': [read(a), edit(a, 'two', 'TWO'), run('printf run > run.txt')],
})

function open(): Promise<ForkedHost> {
  return openForkedHost({ files, script, isGit: true })
}

async function secondSession({ client, ...host }: ForkedHost): Promise<SessionId> {
  const sessionId = await host.createSession(await host.open())
  await client['sessions.configure']({ sessionId, profile: 'trusted' })
  return sessionId
}

async function waiting(host: ForkedHost, sessionId?: SessionId): Promise<readonly string[]> {
  return listWaiting((await host.states(sessionId)).changes).map(({ path }) => path)
}

async function changesOf(
  host: ForkedHost,
  path: string | undefined,
  sessionId?: SessionId,
): Promise<readonly EventFor<'file.changed'>['data'][]> {
  const isChange = (event: AnyEvent) => event.kind === 'file.changed'
  return (await host.events(sessionId))
    .filter(isChange)
    .map(({ data }) => data)
    .filter((data) => data.path === path)
}

/** What was saved in the editor of a session. */
async function save(host: ForkedHost, sessionId: SessionId, path: string, text: string) {
  const { hash = null } = await host.client['files.read']({ sessionId, path })
  await host.client['files.save']({ sessionId, path, text, base: hash })
}

/** Opens so many other sessions that the host closes the files of the first ones. */
async function closeWorkspaces(host: ForkedHost): Promise<void> {
  for (let index = 0; index < 5; index += 1) {
    const id = await secondSession(host)
    const isTaken = ({ kind }: AnyEvent) => kind === 'snapshot.taken'
    await vi.waitFor(async () => expect((await host.events(id)).some(isTaken)).toBe(true), POLL)
  }
}

async function expectReplayed(host: ForkedHost, sessionId = host.sessionId): Promise<void> {
  const replayed = initStates()
  foldStates(replayed, await host.events(sessionId))
  expect(replayed).toEqual(await host.states(sessionId))
}

test.for(['while its files are watched', 'while nobody watches'])(
  'a checkout leaves no change in the sessions that had made it: %s',
  async (when) => {
    await using host = await open()
    await host.prompt('edit both')
    if (when === 'while nobody watches') await closeWorkspaces(host)
    expect(await waiting(host)).toEqual([a, b, made])
    host.git('checkout', '-q', '--', '.')
    rmSync(join(host.root, 'made.txt'))
    await vi.waitFor(async () => expect(await waiting(host)).toEqual([]), POLL)
    await expectReplayed(host)
  },
)

test('a branch that is checked out leaves no change, where its commit has other contents', async () => {
  await using host = await open()
  host.git('checkout', '-qb', 'other')
  writeFileSync(join(host.root, 'a.txt'), 'of the other branch\n')
  host.git('rm', '-q', 'b.txt')
  host.git('commit', '-qam', 'second')
  host.git('checkout', '-q', 'main')
  await host.prompt('edit both')
  host.git('checkout', '-qf', 'other')
  rmSync(join(host.root, 'made.txt'))
  await vi.waitFor(async () => expect(await waiting(host)).toEqual([]), POLL)
  host.git('checkout', '-q', 'main')
  await vi.waitFor(async () => expect(existsSync(join(host.root, 'b.txt'))).toBe(true), POLL)
  await vi.waitFor(async () => expect(await waiting(host)).toEqual([]), POLL)
})

test.for(['in both at once', 'in one after the other'])(
  'what a person types in one session is theirs in another that has the file: %s',
  async (when) => {
    await using host = await open()
    await host.prompt('edit both')
    const other = await secondSession(host)
    if (when === 'in one after the other') await closeWorkspaces(host)
    await save(host, other, a, 'typed\n')
    await vi.waitFor(async () => expect((await changesOf(host, a)).length).toBe(2), POLL)
    const session = { id: other, title: 'New session', author: 'person' }
    const last = (await changesOf(host, a)).at(-1)
    expect(last?.by).toEqual({ type: 'session', spanIds: [], session })
    expect((await host.states()).changes.files[a]?.own).toHaveLength(1)
    // It comes back to nobody: the other session has it once, by its person.
    const back = await changesOf(host, a, other)
    expect(back.map(({ by }) => by.type)).toEqual(['person'])
    await expectReplayed(host)
  },
)

test('what an agent or its command changes in one session is that session’s in the other', async () => {
  await using host = await open()
  await host.prompt('edit both')
  const other = await secondSession(host)
  await host.prompt('edit a', other)
  await vi.waitFor(async () => {
    const changed = [...(await changesOf(host, a)), ...(await changesOf(host, ran))]
    expect(changed.map(({ by }) => [by.type, by.session?.id, by.session?.author])).toEqual([
      ['call', undefined, undefined],
      ['session', other, 'agent'],
      ['session', other, 'agent'],
    ])
  }, POLL)
  // It waits for review where it was made, and beside what this session has changed itself.
  expect(await waiting(host)).toEqual([a, b, made])
  expect(await waiting(host, other)).toEqual([a, ran])
})

test('what another program changes is nobody’s, and nothing of it counts as time or work', async () => {
  await using host = await open()
  await host.prompt('edit both')
  const other = await secondSession(host)
  await host.client['sessions.rename']({ sessionId: other, title: 'Newest' })
  const before = await host.states()
  const listed = async () =>
    (await host.client['sessions.list']({})).map(({ id, changedAt }) => [id, changedAt])
  const order = await listed()
  writeFileSync(join(host.root, 'a.txt'), 'by another program\n')
  writeFileSync(join(host.root, 'c.txt'), 'by another program\n')
  await vi.waitFor(async () => {
    const found = [...(await changesOf(host, a)), ...(await changesOf(host, c))]
    expect(found.map(({ by }) => by.type)).toEqual(['call', 'unknown', 'unknown'])
  }, POLL)
  const { timeline } = await host.states()
  expect(timeline).toEqual(before.timeline)
  expect(await listed()).toEqual(order)
})

test('a revert of what has changed on disk is refused, and the list is as it is on disk', async () => {
  await using host = await open()
  await host.prompt('edit both')
  const { client, sessionId } = host
  const seen = (await host.states()).changes.files[a]
  host.git('checkout', '-q', '--', 'a.txt')
  const content = { type: 'text' as const, text: start }
  const asked = { sessionId, path: a, seq: seen?.seq ?? 0, content, left: 0, hunks: 1 }
  const revert = client['changes.revert']({ ...asked, added: 1, removed: 1 })
  await expect(revert).rejects.toMatchObject({ code: 'conflict' })
  expect(await waiting(host)).toEqual([b, made])
  expect(readIn(host.root, 'a.txt')).toBe(start)
})

test('runs of two sessions at the same time keep their own changes', async () => {
  // Once it has changed a file, a session knows all of them. The other's second change comes after that.
  const meetings = [createMeeting(), createMeeting()] as const
  const together = (path: string) => [
    ...[read(path), edit(path, 'one', 'ONE')],
    meet(meetings[0], edit(path, 'two', 'TWO')),
    meet(meetings[1], () => ({ text: 'Done.' })),
  ]
  const gated = scriptAgents({ 'edit a': together(a), 'edit b': together(b) })
  await using host = await openForkedHost({ files, script: gated, isGit: true })
  const other = await secondSession(host)
  await Promise.all([host.prompt('edit a'), host.prompt('edit b', other)])
  const types = async (path: string | undefined, of: SessionId) =>
    (await changesOf(host, path, of)).map(({ by }) => by.session?.id ?? by.type)
  await vi.waitFor(async () => {
    expect(await types(a, host.sessionId)).toEqual(['call', 'call'])
    expect(new Set(await types(b, host.sessionId))).toEqual(new Set([other]))
    expect(new Set(await types(a, other))).toEqual(new Set([host.sessionId]))
    expect(await types(b, other)).toEqual(['call', 'call'])
  }, POLL)
})

/** Resolves for both runs once both have come. */
type Meeting = () => Promise<void>

function createMeeting(): Meeting {
  const gate = createGate()
  let count = 0
  return () => {
    count += 1
    if (count === 2) gate.open()
    return gate.opened
  }
}

function meet(meeting: Meeting, reply: () => Reply) {
  return async () => {
    await meeting()
    return reply()
  }
}

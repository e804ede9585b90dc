import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { type ForkedHost, openForkedHost, readIn } from '../../../../test/support/forked-host.ts'
import { type HeldSnapshots, holdSnapshots } from '../../../../test/support/held-snapshots.ts'

const files = { 'project/a.txt': 'first\n', 'project/b.txt': 'first\n' }
const POLL = { timeout: 60_000, interval: 50 }

vi.setConfig({ testTimeout: 120_000 })

async function kindsOf(host: ForkedHost, sessionId?: SessionId): Promise<readonly string[]> {
  return (await host.events(sessionId)).map(({ kind }) => kind)
}

async function until(host: ForkedHost, kind: AnyEvent['kind'], count = 1): Promise<void> {
  const isCounted = (one: string) => one === kind
  await vi.waitFor(
    async () => expect((await kindsOf(host)).filter(isCounted)).toHaveLength(count),
    POLL,
  )
}

async function untilHeld(held: HeldSnapshots): Promise<void> {
  await vi.waitFor(() => expect(held.isWaiting()).toBe(true), POLL)
}

/** A run that only answers, whose snapshot is held. */
async function startHeld(host: ForkedHost, held: HeldSnapshots): Promise<void> {
  await until(host, 'snapshot.taken')
  held.hold()
  await host.client['sessions.send']({ sessionId: host.sessionId, text: 'Answer.' })
  await untilHeld(held)
}

/** Where a fork of that moment has its files. */
async function forkAt(host: ForkedHost, seq: number): Promise<string> {
  const { sessionId } = await host.client['sessions.fork']({ sessionId: host.sessionId, seq })
  return (await host.states(sessionId)).status.root ?? ''
}

function openHost(held: HeldSnapshots): Promise<ForkedHost> {
  held.release()
  return openForkedHost({ files, isGit: true })
}

test('ends a run after its snapshot, so a fork at its end has the files of the run', async () => {
  using held = holdSnapshots()
  await using host = await openHost(held)
  using _released = { [Symbol.dispose]: held.release }
  await startHeld(host, held)
  await until(host, 'agent.ended')
  expect(await kindsOf(host)).not.toContain('run.ended')
  held.release()
  await until(host, 'run.ended')
  writeFileSync(join(host.root, 'a.txt'), 'mine\n')
  const kinds = await kindsOf(host)
  expect(kinds.indexOf('run.ended')).toBeGreaterThan(kinds.lastIndexOf('snapshot.taken'))
  expect(readIn(await forkAt(host, await host.seqOf('run.ended')), 'a.txt')).toBe('first\n')
})

test('ends a run that a person cancels without its snapshot, when that takes too long', async () => {
  using held = holdSnapshots()
  await using host = await openHost(held)
  using _released = { [Symbol.dispose]: held.release }
  await startHeld(host, held)
  await host.client['sessions.stop']({ sessionId: host.sessionId, how: 'kill' })
  expect((await kindsOf(host)).filter((kind) => kind === 'snapshot.taken')).toHaveLength(1)
  writeFileSync(join(host.root, 'a.txt'), 'mine\n')
  held.release()
  await until(host, 'snapshot.taken', 2)
  expect(readIn(await forkAt(host, await host.seqOf('run.ended')), 'a.txt')).toBe('first\n')
})

test('waits for the snapshot of a run that is stopped, when that comes soon', async () => {
  using held = holdSnapshots()
  await using host = await openHost(held)
  using _released = { [Symbol.dispose]: held.release }
  await startHeld(host, held)
  const stopping = host.client['sessions.stop']({ sessionId: host.sessionId })
  await until(host, 'agent.ended')
  held.release()
  await stopping
  const kinds = await kindsOf(host)
  expect(kinds.filter((kind) => kind === 'snapshot.taken')).toHaveLength(2)
  expect(kinds.indexOf('run.ended')).toBeGreaterThan(kinds.lastIndexOf('snapshot.taken'))
})

test('a fork at the start of a run waits for its snapshot, and has no edit made since', async () => {
  using held = holdSnapshots()
  await using host = await openHost(held)
  using _released = { [Symbol.dispose]: held.release }
  await until(host, 'snapshot.taken')
  const { sessionId } = host
  // Nobody watches a session that is not open.
  await host.prompt('Answer.')
  await closeWorkspace(host)
  writeFileSync(join(host.root, 'a.txt'), 'found\n')
  held.hold()
  await host.client['sessions.send']({ sessionId, text: 'Answer again.' })
  await untilHeld(held)
  const forking = forkAt(host, await host.seqOf('run.started', 2))
  held.release()
  expect(readIn(await forking, 'a.txt')).toBe('found\n')
  await until(host, 'run.ended', 2)
})

/** Opens so many other sessions that the host closes the files of this one. */
async function closeWorkspace(host: ForkedHost): Promise<void> {
  const projectId = await host.open()
  for (let index = 0; index < 5; index += 1) {
    const other = await host.createSession(projectId)
    await vi.waitFor(
      async () => expect(await kindsOf(host, other)).toContain('snapshot.taken'),
      POLL,
    )
  }
}

test('a session that is forked before its first snapshot waits for that', async () => {
  using held = holdSnapshots()
  await using host = await openHost(held)
  using _released = { [Symbol.dispose]: held.release }
  await until(host, 'snapshot.taken')
  held.hold()
  const own = await host.createSession(await host.open())
  await untilHeld(held)
  const forking = host.client['sessions.fork']({ sessionId: own, seq: 1 })
  writeFileSync(join(host.root, 'untracked.txt'), 'new\n')
  held.release()
  const { sessionId } = await forking
  expect(await kindsOf(host, own)).toContain('snapshot.taken')
  expect(readIn((await host.states(sessionId)).status.root ?? '', 'untracked.txt')).toBe('new\n')
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { type ForkedHost, openForkedHost } from '../../../test/support/forked-host.ts'
import type { Script } from '../../../test/support/model-server.ts'
import { calls, says, scriptAgents, task, toldIn } from '../../../test/support/scripted-agents.ts'
import { systemClock } from '../runtime/clock.ts'
import { openStore, type Store } from '../store/store.ts'
import { toForkDrafts } from './fork.ts'
import { readPast } from './session-at-seq.ts'

const write = (path: string) =>
  calls({ name: 'write_file', args: { file_path: `/workspace/${path}`, content: 'x' } })

const files = {
  'project/a.txt': 'first\n',
  'project/.gitignore': 'made\n',
  'project/made/b.txt': 'b',
}

const recorded = scriptAgents({
  'Begin.': [
    calls({ name: 'write_todos', args: { todos: [{ content: 'One', status: 'in_progress' }] } }),
    calls(task('Look around.')),
    write('lead.txt'),
    calls({ name: 'run_command', args: { command: 'node -e 1' } }),
  ],
  'Look around.': [write('sub.txt'), says('Seen.')],
})

const NEXT = 'And now?'

/** Whoever is asked what is next has nothing more to do. */
const script: Script = (request, ...rest) =>
  toldIn(request).includes(NEXT) ? { text: 'Nothing.' } : recorded(request, ...rest)

/** A run in which a person approves everything that is asked. */
async function record(host: ForkedHost): Promise<void> {
  const { client, sessionId } = host
  await client['sessions.configure']({ sessionId, profile: 'standard' })
  const { runId } = await client['sessions.send']({ sessionId, text: 'Begin.' })
  for await (const page of client['sessions.events']({ sessionId })) {
    for (const event of page) {
      if (event.kind === 'approval.requested') {
        const { approvalId } = event.data
        await client['approvals.decide']({ sessionId, approvalId, decision: 'approve' })
      }
    }
    if (page.some(({ kind, ...event }) => kind === 'run.ended' && event.runId === runId)) return
  }
}

/** What the log of a fork of that moment begins with; no folder is made for it. */
async function beginningAt(store: Store, sessionId: SessionId, seq: number) {
  const past = await readPast(store, sessionId, seq)
  const parent = { title: '', status: past.states.status }
  const made = { place: 'copy', root: '/fork' } as const
  const { ended, drafts } = toForkDrafts({ past, parent, made, title: 'Fork', notRestored: [] })
  const inherited = [...store.events.read(sessionId, { through: seq })].flat()
  const own = [...ended, ...drafts].map((draft, index): AnyEvent => {
    return { ...draft, sessionId, seq: seq + 1 + index, at: past.at }
  })
  return { past, inherited, states: foldStates(initStates(), [...inherited, ...own]) }
}

/** Of the events after a checkpoint, those by which a conversation is gone on with. */
const TELLING: ReadonlySet<string> = new Set([
  'input.received',
  'tool.started',
  'tool.ended',
  'approval.requested',
  'approval.decided',
])

/** By what a run in a fork goes on from, where it can be forked so; every fork begins with nothing under way. */
async function differentForks({ folder, sessionId }: ForkedHost, last: number) {
  const dataDir = join(folder, 'data')
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'reader' })
  const different = new Map<string, number>()
  for (let seq = 1; seq <= last; seq += 1) {
    const { past, inherited, states } = await beginningAt(store, sessionId, seq)
    expect([states.status.runId, states.approvals.open], `idle at ${seq}`).toEqual([undefined, []])
    expect(Object.values(states.timeline.spans).filter((span) => !span.endedAt)).toEqual([])
    const saved = [...past.threads.values()].map((thread) => thread.seq)
    const since = inherited.slice(Math.max(0, ...saved)).filter(({ kind }) => TELLING.has(kind))
    different.set([...saved, '|', ...since.map((event) => event.seq)].join(' '), seq)
  }
  return different
}

/** A fork of that moment is idle, and a run in it ends well. */
async function forkAt(host: ForkedHost, seq: number): Promise<void> {
  const { sessionId } = await host.client['sessions.fork']({ sessionId: host.sessionId, seq })
  const { status, approvals } = await host.states(sessionId)
  expect([status.runId, approvals.open], `idle at ${seq}`).toEqual([undefined, []])
  await host.prompt(NEXT, sessionId)
  await host.client['sessions.delete']({ sessionId, discard: true })
}

/** That no model was told half a call. */
function checkRequests({ server }: ForkedHost): void {
  for (const { messages } of server.requests) {
    const idsOf = (wanted: string) =>
      messages.filter(({ role }) => role === wanted).flatMap(({ callIds }) => callIds)
    expect(idsOf('tool')).toEqual(idsOf('assistant'))
  }
}

/** So many run at once. */
const AT_ONCE = 8

test('after any event of a run with approvals and a subagent, a fork begins idle and runs on', async () => {
  await using host = await openForkedHost({ files, script })
  await record(host)
  const events = await host.events()
  const kinds = new Set(events.map(({ kind }) => kind))
  expect([...kinds]).toEqual(expect.arrayContaining(['approval.decided', 'agent.ended']))
  // A fork on disk that runs on takes a second: of those that go on from the same, one does.
  const seqs = [...(await differentForks(host, events.length)).values()]
  expect(seqs.length).toBeGreaterThan(10)
  const first = host.server.requests.length
  for (let from = 0; from < seqs.length; from += AT_ONCE) {
    await Promise.all(seqs.slice(from, from + AT_ONCE).map((seq) => forkAt(host, seq)))
  }
  expect(host.server.requests.length - first).toBe(seqs.length)
  checkRequests(host)
  expect(readdirSync(join(host.folder, 'data/forks'))).toEqual([])
}, 300_000)

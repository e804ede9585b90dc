import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Draft } from '#shared/events/index.ts'
import { ProjectId, RunId, SpanId } from '#shared/lib/ids.ts'
import { SpendingSums } from '#shared/spending/spending-sums.ts'
import { openFixture, temporaryFolder } from '../../../../test/support/store-fixture.ts'
import { interruptOpenSpans } from '../../sessions/close-open-spans.ts'
import { migrations } from '../migrations/index.ts'
import { openForOwner } from '../opening/open-database.ts'
import { openStore } from '../store.ts'

const runId = RunId.parse('run_1')
const agentId = SpanId.parse('spn_lead')
const tool = { runId, agentId, spanId: SpanId.parse('spn_tool') }
const model = { runId, agentId, spanId: SpanId.parse('spn_model') }
const waiting = { runId, agentId, spanId: SpanId.parse('spn_waiting') }
const ref = { provider: 'demo', model: 'scripted' }
const usage = {
  inputTokens: 3,
  outputTokens: 4,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
}
const call = { toolCallId: 'c', title: 'Run tests', effect: 'execute', args: { json: {} } } as const

/** A run in which a command runs, a model answers, and a call waits for a person. */
const half: readonly Draft[] = [
  {
    kind: 'input.received',
    data: { text: 'Fix it\nplease', attachments: [], files: [], isQueued: false },
  },
  { kind: 'run.started', runId, data: { model: ref, profile: 'standard', limits: {} } },
  {
    kind: 'agent.started',
    runId,
    agentId,
    spanId: agentId,
    data: { type: 'lead', description: '', model: ref },
  },
  {
    kind: 'model.started',
    ...model,
    data: { ...ref, purpose: 'step', attempt: 1, request: { messages: [], params: {} } },
  },
  {
    kind: 'model.ended',
    ...model,
    data: { ...ref, outcome: 'ok', usage, isEstimated: false, costUsd: 0.5 },
  },
  { kind: 'tool.started', ...tool, data: { ...call, name: 'run_command' } },
  {
    kind: 'terminal.opened',
    ...tool,
    data: { title: 't', command: 'c', cwd: '/', cols: 80, rows: 24 },
  },
  {
    kind: 'model.started',
    ...model,
    data: { ...ref, purpose: 'step', attempt: 2, request: { messages: [], params: {} } },
  },
  {
    kind: 'approval.requested',
    ...waiting,
    data: {
      ...call,
      approvalId: 'apr_1',
      name: 'run_command',
      risk: 'r',
      rule: 'r',
      isJudged: true,
      type: 'call',
      allowedDecisions: ['approve', 'reject'],
      acceptsRule: true,
    },
  } as Draft,
]

test('a summary says what a session came to, and is the same folded anew', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  expect(fixture.store.summaries.list()).toMatchObject([{ id, title: 'New session', lastSeq: 1 }])
  fixture.clock.time = 3_000
  await fixture.store.events.append(id, half)
  const summary = {
    id,
    projectId: fixture.projectId,
    projectName: 'project',
    root: '/project',
    title: 'Fix it',
    firstInput: 'Fix it\nplease',
    createdAt: 1_000,
    changedAt: 3_000,
    lastSeq: 10,
    runs: 1,
    isRunning: true,
    isPaused: false,
    isQueued: false,
    waiting: 1,
    cutOff: 0,
    model: ref,
    costUsd: 0.5,
    unpricedCalls: 0,
    tokens: 7,
    agents: 1,
  }
  expect(fixture.store.summaries.of(id)).toEqual(summary)
  expect((await fixture.reopen()).summaries.of(id)).toEqual(summary)
  const db = new Database(join(fixture.dataDir, 'orrery.db'))
  expect(db.prepare('DELETE FROM summary').run().changes).toBe(1)
  db.close()
  expect((await fixture.reopen()).summaries.list()).toEqual([summary])
})

test('what a host that died left open is ended, innermost first, and approvals stay open', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const untouched = await fixture.newSession()
  await fixture.store.events.append(id, half)
  const store = await fixture.reopen()
  expect(await interruptOpenSpans(store)).toEqual([id])
  const ends = [...store.events.read(id, { after: 10 })].flat()
  expect(ends.map(({ kind, spanId }) => [kind, spanId])).toEqual([
    ['model.ended', model.spanId],
    ['terminal.ended', tool.spanId],
    ['tool.ended', tool.spanId],
    ['agent.ended', agentId],
    ['run.ended', undefined],
  ])
  const guessed = { outcome: 'interrupted', costUsd: null, isEstimated: true }
  expect(ends[0]?.data).toMatchObject({ ...ref, ...guessed })
  expect(store.summaries.of(id)).toMatchObject({
    isRunning: false,
    lastOutcome: 'interrupted',
    waiting: 1,
    unpricedCalls: 1,
  })
  expect(await interruptOpenSpans(store)).toEqual([])
  expect(store.events.lastSeq(untouched)).toBe(1)
})

test('what a deleted session has spent stays spent, and is not counted twice when it comes back', async () => {
  await using fixture = await openFixture()
  const { projectId } = fixture
  const id = await fixture.newSession()
  await fixture.store.events.append(id, half)
  const spent = ({ summaries } = fixture.store) => [
    summaries.spentIn('1970-01'),
    summaries.spentOn(projectId),
  ]
  const { sessions, events } = fixture.store
  const row = sessions.find(id)
  const recorded = [...events.read(id)].flat()
  await sessions.delete(id)
  expect(spent()).toEqual([0.5, 0.5])
  const store = await fixture.reopen()
  expect(spent()).toEqual([0.5, 0.5])
  if (row) await store.sessions.adopt(row, { events: recorded, contents: new Map() })
  expect(store.summaries.of(id)).toMatchObject({ costUsd: 0.5 })
  expect(spent()).toEqual([0.5, 0.5])
})

test('what was spent by sessions that are gone already is told of their month, wherever one is', async () => {
  using folder = temporaryFolder()
  const db = await openForOwner(folder.path, migrations.slice(0, 6))
  const insert = db.prepare('INSERT INTO spent_by_deleted VALUES (?, ?, ?, ?)')
  insert.run('ses_1', 'prj_a', '2026-10', 2)
  insert.run('ses_1', 'prj_a', '2026-11', 5)
  insert.run('ses_2', 'prj_b', '2026-11', 1)
  db.close()
  const clock = { now: () => 1_000 }
  await using store = await openStore({ dataDir: folder.path, clock, mode: 'owner' })
  const { summaries } = store
  expect(['2026-09', '2026-10', '2026-11'].map((month) => summaries.spentIn(month))).toEqual([
    0, 2, 6,
  ])
  expect(summaries.spentOn(ProjectId.parse('prj_a'))).toBe(7)
  // November in the west of America begins eight hours later.
  const [begin, end] = [Date.UTC(2026, 10, 1, 8), Date.UTC(2026, 11, 1, 8)]
  const sums = new SpendingSums({ edges: [begin, end], by: 'project', where: {} })
  for (const session of summaries.spending()) sums.add(session)
  expect(sums.report().groups.map(({ key, totals }) => [key, totals.costUsd])).toEqual([
    ['prj_a', 5],
    ['prj_b', 1],
  ])
})

import { expect, test, vi } from 'vitest'
import type { Draft } from '#shared/events/index.ts'
import { RunId, SpanId } from '#shared/lib/ids.ts'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { note, openFixture } from '../../../../test/support/store-fixture.ts'
import { LiveStates } from './live-states.ts'

const ids = { runId: RunId.parse('run_1'), agentId: SpanId.parse('spn_lead') }

function renamed(title: string): Draft {
  return { kind: 'session.renamed', data: { title, by: 'person' } }
}

function started(spanId: SpanId): Draft {
  const data = {
    toolCallId: spanId,
    name: 'ls',
    title: 'List',
    effect: 'read',
    args: { json: {} },
  } as const
  return { kind: 'tool.started', ...ids, spanId, data }
}

test('states are those of the whole log, and are kept up as it grows', async () => {
  await using fixture = await openFixture()
  using states = new LiveStates(fixture.store.events)
  const id = await fixture.newSession()
  expect(states.of(id)).toMatchObject({ seq: 1, states: { status: { projectName: 'project' } } })
  await fixture.store.events.append(id, [renamed('one'), renamed('two')])
  const live = states.of(id)
  expect([live.seq, live.states.status.title]).toEqual([3, 'two'])
  const anew = initStates()
  for (const page of fixture.store.events.read(id)) foldStates(anew, page)
  expect(live.states).toEqual(anew)
})

test('loaded states stay as they were, also when the log grows while they are loaded', async () => {
  await using fixture = await openFixture()
  using states = new LiveStates(fixture.store.events)
  const id = await fixture.newSession()
  await fixture.store.events.append(
    id,
    Array.from({ length: 2_000 }, () => note('x')),
  )
  const [loaded] = await Promise.all([
    states.load(id),
    fixture.store.events.append(id, [renamed('meanwhile')]),
  ])
  const title = loaded.seq === 2_002 ? 'meanwhile' : undefined
  await fixture.store.events.append(id, [renamed('later')])
  expect(loaded.states.status.title).toBe(title)
  expect(states.of(id)).toMatchObject({ seq: 2_003, states: { status: { title: 'later' } } })
})

test('states are copied where the log grows under those that were loaded, and not before', async () => {
  await using fixture = await openFixture()
  using states = new LiveStates(fixture.store.events)
  const id = await fixture.newSession()
  const first = await states.load(id)
  expect((await states.load(id)).states).toBe(first.states)
  await fixture.store.events.append(id, [renamed('later')])
  const second = await states.load(id)
  expect([first, second].map((one) => one.states.status.title)).toEqual([undefined, 'later'])
  expect([first.seq, second.seq]).toEqual([1, 2])
})

test('sessions that were not used for long are folded anew', async () => {
  await using fixture = await openFixture()
  using states = new LiveStates(fixture.store.events)
  const first = await fixture.newSession()
  const old = states.of(first).states
  for (let i = 0; i < 8; i += 1) states.of(await fixture.newSession())
  expect(states.of(first).states).not.toBe(old)
  expect(states.of(first).states).toEqual(old)
})

test('a session that makes room for others while it is loaded is folded once', async () => {
  await using fixture = await openFixture()
  const { events } = fixture.store
  using states = new LiveStates(events)
  const id = await fixture.newSession()
  await events.append(
    id,
    Array.from({ length: 30_000 }, () => note('x')),
  )
  const others = await Promise.all(Array.from({ length: 8 }, () => fixture.newSession()))
  const read = vi.spyOn(events, 'read')
  const loading = states.load(id)
  for (const other of others) states.of(other)
  expect((await loading).seq).toBe(30_001)
  const fromStart = read.mock.calls.filter(([of, range]) => of === id && range?.after === 0)
  expect(fromStart).toHaveLength(1)
})

test('a session that is prepared is there for who asks for it, and read once', async () => {
  await using fixture = await openFixture()
  const { events } = fixture.store
  using states = new LiveStates(events)
  const id = await fixture.newSession()
  await events.append(
    id,
    Array.from({ length: 30_000 }, () => note('x')),
  )
  const read = vi.spyOn(events, 'read')
  const preparing = states.prepare(id, new AbortController().signal)
  expect((await states.load(id)).seq).toBe(30_001)
  await preparing
  expect(read.mock.calls.map(([, range]) => range?.after)).toEqual([0, 30_001])
})

test('preparing ends when it is told to, and what is missing is folded when it is asked for', async () => {
  await using fixture = await openFixture()
  using states = new LiveStates(fixture.store.events)
  const id = await fixture.newSession()
  await states.prepare(id, AbortSignal.abort())
  expect((await states.load(id)).seq).toBe(1)
})

test('what windows are sent is cut once, and anew when the log has grown', async () => {
  await using fixture = await openFixture()
  using states = new LiveStates(fixture.store.events)
  const id = await fixture.newSession()
  await states.prepare(id, new AbortController().signal)
  const before = await states.loadPieces(id)
  expect([...(await states.loadPieces(id))][0]).toBe([...before][0])
  await fixture.store.events.append(id, [renamed('later')])
  const titles = await Promise.all(
    [before, await states.loadPieces(id)].map(async (pieces) => {
      const { seq, states } = await joinStates(iterate(pieces))
      return [seq, states.status.title]
    }),
  )
  expect(titles).toEqual([
    [1, undefined],
    [2, 'later'],
  ])
})

test('whoever joins the same pieces has states of their own', async () => {
  await using fixture = await openFixture()
  using states = new LiveStates(fixture.store.events)
  const id = await fixture.newSession()
  const drafts = Array.from({ length: 40 }, (_, index) => started(SpanId.parse(`spn_${index}`)))
  await fixture.store.events.append(id, drafts)
  const pieces = await states.loadPieces(id)
  const [first, second] = [await joinStates(iterate(pieces)), await joinStates(iterate(pieces))]
  expect(second.states).toEqual(first.states)
  expect(second.states.timeline.order).toHaveLength(40)
})

async function* iterate<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

test('a session of 100,000 events is folded within a second of work', async () => {
  await using fixture = await openFixture()
  const id = await fixture.newSession()
  const delta = (spanId: SpanId): Draft => ({
    kind: 'model.delta',
    ...ids,
    spanId,
    data: { channel: 'text', text: 'a piece of an answer ' },
  })
  for (let span = 0; span < 50; span += 1) {
    const drafts = Array.from({ length: 2_000 }, () => delta(SpanId.parse(`spn_${span}`)))
    await fixture.store.events.append(id, drafts)
  }
  using states = new LiveStates(fixture.store.events)
  const start = process.cpuUsage()
  expect((await states.load(id)).seq).toBe(100_001)
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1_000).toBeLessThan(1_000)
})

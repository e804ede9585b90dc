import { expect, test } from 'vitest'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { accept } from '../../src-main/core/store/events/event-row.ts'
import { LARGE_SESSION, makeLargeSession } from './large-session.ts'

test('the large session is as large as it says, valid, and at rest at its end', () => {
  const { events, contents } = makeLargeSession()
  for (const event of events) accept(event)
  const { timeline, status, calls } = foldStates(initStates(), events)
  const spans = Object.values(timeline.spans)
  expect({
    events: events.length,
    agents: timeline.laneOrder.length,
    calls: spans.filter(({ type }) => type === 'tool').length,
    runs: status.runs,
  }).toEqual(LARGE_SESSION)
  expect(spans.filter(({ endedAt }) => endedAt === undefined)).toEqual([])
  expect(calls.order).toEqual([])
  expect(contents.size).toBeGreaterThan(LARGE_SESSION.calls)
})

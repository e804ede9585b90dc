import { expect, test } from 'vitest'
import {
  child,
  modelSpan,
  stateOf,
  toolSpan,
  waitSpan,
} from '../../../../test/support/make-timeline-spans.ts'
import { measure } from './critical-path.ts'
import { SpanIndex } from './span-index.ts'

function measured(spans: Parameters<typeof stateOf>[0], until: number) {
  const state = stateOf(spans, until)
  const index = new SpanIndex()
  index.update(state)
  return measure(state, index, until)
}

test('calls one after the other add up, the time between them does not', () => {
  const spans = [
    modelSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 10 }),
    toolSpan({ id: 'b', seq: 2, startedAt: 15, endedAt: 20 }),
  ]
  expect(measured(spans, 30)).toEqual({ criticalMs: 15, waitedMs: 0 })
})

test('of calls side by side the one that ended last counts', () => {
  const spans = [
    toolSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 30 }),
    toolSpan({ id: 'b', seq: 2, startedAt: 1, endedAt: 5 }),
  ]
  expect(measured(spans, 30).criticalMs).toBe(30)
})

test('a call that waited for a subagent counts as the work of the subagent', () => {
  const spans = [
    toolSpan({ id: 'task', seq: 1, startedAt: 0, endedAt: 100, subagentId: child }),
    modelSpan({ id: 'm', seq: 2, startedAt: 10, endedAt: 60, agentId: child }),
  ]
  expect(measured(spans, 100).criticalMs).toBe(50)
})

test('waiting for a person is counted once, however many calls waited', () => {
  const spans = [
    waitSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 20 }),
    waitSpan({ id: 'b', seq: 2, startedAt: 10, endedAt: 30 }),
  ]
  expect(measured(spans, 40)).toEqual({ criticalMs: 0, waitedMs: 30 })
})

test('nothing after the moment that is looked at is counted', () => {
  const spans = [
    modelSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 100 }),
    modelSpan({ id: 'b', seq: 2, startedAt: 100, endedAt: 200 }),
  ]
  expect(measured(spans, 40).criticalMs).toBe(40)
})

test('a call that is still running counts up to now, whatever waits for a person beside it', () => {
  const spans = [
    modelSpan({ id: 'm', seq: 1, startedAt: 0, endedAt: 10 }),
    toolSpan({ id: 'command', seq: 2, startedAt: 10 }),
    waitSpan({ id: 'asked', seq: 3, startedAt: 12 }),
  ]
  expect(measured(spans, 21_010)).toEqual({ criticalMs: 21_010, waitedMs: 20_998 })
})

test('of what is still running, the call counts that has worked longest', () => {
  const spans = [
    toolSpan({ id: 'command', seq: 1, startedAt: 0 }),
    toolSpan({ id: 'task', seq: 2, startedAt: 5, subagentId: child }),
    modelSpan({ id: 'm', seq: 3, startedAt: 6, endedAt: 10, agentId: child }),
    waitSpan({ id: 'asked', seq: 4, startedAt: 10, agentId: child }),
  ]
  expect(measured(spans, 100).criticalMs).toBe(100)
})

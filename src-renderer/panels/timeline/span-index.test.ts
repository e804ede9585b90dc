import { expect, test } from 'vitest'
import { SpanIndex } from './span-index.ts'
import { child, lead, modelSpan, stateOf, toolSpan } from './test-timeline.ts'

test('spans are found by lane in the order they started', () => {
  const index = new SpanIndex()
  const a = modelSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 10 })
  const b = toolSpan({ id: 'b', seq: 2, startedAt: 5, endedAt: 20, agentId: child })
  const c = toolSpan({ id: 'c', seq: 3, startedAt: 12, endedAt: 30 })
  index.update(stateOf([a, b, c], 30))
  expect(index.spansOf(lead)).toEqual([a, c])
  expect(index.spansOf(child)).toEqual([b])
})

test('an open span is exchanged for the ended one, and what began since is added', () => {
  const index = new SpanIndex()
  const open = modelSpan({ id: 'a', seq: 1, startedAt: 0 })
  const state = stateOf([open], 5)
  index.update(state)
  expect(index.firstReaching(lead, 1_000_000)).toBe(0)

  const ended = { ...open, endedAt: 10, endSeq: 2 }
  const next = toolSpan({ id: 'b', seq: 3, startedAt: 12, endedAt: 14 })
  state.spans['a'] = ended
  state.spans['b'] = next
  state.order.push('b')
  index.update(state)
  expect(index.spansOf(lead)).toEqual([ended, next])
  expect(index.firstReaching(lead, 11)).toBe(1)
})

test('a long span keeps those after it from being searched past', () => {
  const index = new SpanIndex()
  const long = modelSpan({ id: 'a', seq: 1, startedAt: 0, endedAt: 100 })
  const short = toolSpan({ id: 'b', seq: 2, startedAt: 1, endedAt: 2 })
  index.update(stateOf([long, short], 100))
  expect(index.firstReaching(lead, 50)).toBe(0)
})

test('another state is read anew', () => {
  const index = new SpanIndex()
  index.update(stateOf([modelSpan({ id: 'a', seq: 1, startedAt: 0 })], 1))
  index.update(stateOf([], 1))
  expect(index.spansOf(lead)).toEqual([])
  expect(index.work).toEqual({ starts: [], ends: [] })
})

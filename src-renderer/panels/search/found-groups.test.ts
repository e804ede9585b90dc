import { expect, test } from 'vitest'
import type { Found } from '#shared/contract/procedures/search.ts'
import { SessionId, SpanId } from '#shared/lib/ids.ts'
import { speechItemId } from '#shared/projections/transcript-items.ts'
import { groupFound, toFoundPlace, toSelected } from './found-groups.ts'

const [one, two] = [SessionId.parse('ses_1'), SessionId.parse('ses_2')]
const [agentId, spanId] = [SpanId.parse('spn_agent'), SpanId.parse('spn_call')]

function place(sessionId: SessionId, seq: number, more: Partial<Found> = {}): Found {
  return { sessionId, seq, at: seq, type: 'call', snippet: [], ...more }
}

test('places stand together by session, the session with the newest first', () => {
  const groups = groupFound([place(two, 9), place(one, 5), place(two, 3)])
  expect(groups.map(({ sessionId, places }) => [sessionId, places.map(({ seq }) => seq)])).toEqual([
    [two, [9, 3]],
    [one, [5]],
  ])
})

test('what is done has its details shown, and what a subagent does its thread', () => {
  const of = (more: Partial<Found>) => toSelected(place(one, 1, { agentId, spanId, ...more }))
  expect([
    of({ agent: 'lead' }),
    of({ agent: 'explore', type: 'answer' }),
    of({ agent: 'explore', type: 'output' }),
  ]).toEqual([
    { agentId: undefined, spanId },
    { agentId, spanId: undefined },
    { agentId, spanId },
  ])
})

test('an answer is pointed at where it is drawn, and what a call did at the call', () => {
  const of = (more: Partial<Found>) => toFoundPlace(place(one, 7, more)).itemId
  expect([
    of({ type: 'answer', spanId }),
    of({ type: 'reasoning', spanId }),
    of({ type: 'file', spanId }),
    of({ type: 'prompt' }),
  ]).toEqual([speechItemId('text', spanId), speechItemId('reasoning', spanId), spanId, undefined])
})

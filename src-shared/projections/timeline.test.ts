import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { fold } from './define.ts'
import { timeline } from './timeline.ts'
import { transcript } from './transcript.ts'

const model = { provider: 'p', model: 'm' }
let seq = 0

function event(kind: string, fields: object, data: object): AnyEvent {
  seq += 1
  // Only what these tests look at is given.
  return { sessionId: 'ses_1', seq, at: seq * 100, kind, ...fields, data } as AnyEvent
}

const agent = (agentId: string, type: string, parentSpanId?: string) =>
  event(
    'agent.started',
    { spanId: agentId, agentId, parentSpanId },
    { type, description: '', model },
  )
const task = (spanId: string, agentId: string) =>
  event(
    'tool.started',
    { spanId, agentId },
    { toolCallId: spanId, name: 'task', title: 'Delegate', effect: 'read', args: { json: {} } },
  )

const spawned = [
  agent('spn_lead', 'lead'),
  task('spn_a', 'spn_lead'),
  task('spn_b', 'spn_lead'),
  agent('spn_A', 'explore', 'spn_a'),
  agent('spn_B', 'plan', 'spn_b'),
  task('spn_c', 'spn_A'),
  agent('spn_C', 'shell', 'spn_c'),
]

test('a lane stands under its parent, behind the lanes spawned before it', () => {
  const state = fold(timeline, timeline.init(), spawned)
  expect(state.laneOrder.map((id) => [id, state.lanes[id]?.depth])).toEqual([
    ['spn_lead', 0],
    ['spn_A', 1],
    ['spn_C', 2],
    ['spn_B', 1],
  ])
})

test('the call that started a subagent knows its lane', () => {
  const state = fold(timeline, timeline.init(), spawned)
  expect(state.spans['spn_a']).toMatchObject({ type: 'tool', subagentId: 'spn_A' })
})

test('what a subagent says stands in its own thread, and its call in its parent’s', () => {
  const said = event(
    'model.delta',
    { spanId: 'spn_m', agentId: 'spn_A' },
    { channel: 'text', text: 'Hm' },
  )
  const state = fold(transcript, transcript.init(), [...spawned, said])
  expect(state.threads['lead']).toEqual(['spn_a', 'spn_b'])
  expect(state.threads['spn_A']).toEqual(['spn_c', 'text-spn_m'])
})

test('an input that was queued is taken by the lead’s next model call', () => {
  const queued = event(
    'input.received',
    {},
    { text: 'and this', attachments: [], files: [], isQueued: true },
  )
  const started = event(
    'model.started',
    { spanId: 'spn_m', agentId: 'spn_lead' },
    { ...model, purpose: 'step', attempt: 1, request: { messages: [], params: {} } },
  )
  const waiting = fold(transcript, transcript.init(), [...spawned, queued])
  expect(waiting.items[`input-${queued.seq}`]).toMatchObject({ isQueued: true })
  const taken = fold(transcript, waiting, [started])
  expect(taken.items[`input-${queued.seq}`]).toMatchObject({ isQueued: false })
})

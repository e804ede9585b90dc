import { expect, test } from 'vitest'
import type { AnyEvent } from '../events/index.ts'
import { fold } from './define.ts'
import { transcript } from './transcript.ts'

type Given = Pick<AnyEvent, 'kind'> & { readonly spanId?: string; readonly data: object }

function itemsAfter(given: readonly Given[]) {
  const events = given.map((event, index) => ({
    sessionId: 'ses_1',
    seq: index + 1,
    at: index,
    agentId: 'spn_lead',
    ...event,
  }))
  // Shapes as the log has them, as far as the transcript looks.
  return fold(transcript, transcript.init(), events as unknown as AnyEvent[]).items
}

const started = { toolCallId: 't', name: 'n', title: 'Update the plan', effect: 'read', args: {} }
const todos = [
  { content: 'a', status: 'completed' },
  { content: 'b', status: 'pending' },
]

test('a call that changed the plan tells how much of it its agent said was done', () => {
  const items = itemsAfter([
    { kind: 'tool.started', spanId: 'spn_1', data: started },
    { kind: 'tool.ended', spanId: 'spn_1', data: { outcome: 'ok' } },
    { kind: 'todos.changed', data: { todos } },
  ])
  expect(items['spn_1']).toMatchObject({ plan: { done: 1, total: 2 } })
})

test('a plan that changes later is not put down to a call that ended before', () => {
  const items = itemsAfter([
    { kind: 'tool.started', spanId: 'spn_1', data: started },
    { kind: 'tool.ended', spanId: 'spn_1', data: { outcome: 'ok' } },
    { kind: 'session.renamed', data: { title: 'x', by: 'person' } },
    { kind: 'todos.changed', data: { todos } },
  ])
  expect(items['spn_1']).not.toHaveProperty('plan')
})

test('a failure tells when it is tried again, and with which model its agent went on', () => {
  const to = { provider: 'q', model: 'n' }
  const usage = { inputTokens: 0, outputTokens: 0 }
  const over = { from: { provider: 'p', model: 'm' }, to, reason: 'overload', error: 'It rests.' }
  const failed = { outcome: 'error', error: 'Busy.', usage, costUsd: null }
  const items = itemsAfter([
    { kind: 'model.started', spanId: 'spn_1', data: { attempt: 1 } },
    { kind: 'model.ended', spanId: 'spn_1', data: { ...failed, retryInMs: 1500 } },
    { kind: 'model.started', spanId: 'spn_2', data: { attempt: 2 } },
    { kind: 'model.ended', spanId: 'spn_2', data: failed },
    { kind: 'model.failed-over', data: over },
    { kind: 'model.failed-over', data: over },
  ])
  expect(Object.values(items)).toMatchObject([
    { type: 'failure', attempt: 1, retryInMs: 1500 },
    { type: 'failure', attempt: 2, goesOnWith: to },
    { type: 'failure', error: 'It rests.', goesOnWith: to },
  ])
})

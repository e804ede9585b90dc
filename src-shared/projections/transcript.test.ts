import { expect, test } from 'vitest'
import type { AnyEvent } from '../events/index.ts'
import { fold } from './define.ts'
import { transcript } from './transcript.ts'

type Given = Pick<AnyEvent, 'kind'> & {
  readonly spanId?: string
  readonly agentId?: string
  readonly parentSpanId?: string
  readonly data: object
}

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

test('what a call was answered stays in the event that ended it, which the call names', () => {
  const items = itemsAfter([
    { kind: 'tool.started', spanId: 'spn_1', data: started },
    { kind: 'tool.ended', spanId: 'spn_1', data: { outcome: 'ok', result: 'long' } },
    { kind: 'tool.started', spanId: 'spn_2', data: started },
    { kind: 'tool.ended', spanId: 'spn_2', data: { outcome: 'stopped' } },
  ])
  expect(items['spn_1']).toMatchObject({ endSeq: 2, hasResult: true })
  expect(items['spn_1']).not.toHaveProperty('result')
  expect(items['spn_2']).toMatchObject({ endSeq: 4, hasResult: false })
})

test('a failure tells when it is tried again, and with which model its agent went on', () => {
  const to = { provider: 'q', model: 'n' }
  const usage = { inputTokens: 0, outputTokens: 0 }
  const from = { provider: 'p', model: 'm' }
  const over = { from, to, reason: 'overload', error: 'It rests.' }
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
    { type: 'failure', attempt: 2, failover: { from, to, reason: 'overload' } },
    { type: 'failure', error: 'It rests.', failover: { from, to, reason: 'overload' } },
  ])
})

const call = (spanId: string): Given => ({ kind: 'tool.started', spanId, data: started })

test('a call knows every agent it asked for, before they begin and after they wake', () => {
  const member = (agentId: string) => ({ agentId, name: agentId, type: 'explore', brief: 'Look.' })
  const members = [member('spn_a'), member('spn_b')]
  const wake: Given = {
    kind: 'agent.started',
    agentId: 'spn_b',
    parentSpanId: 'spn_1',
    data: { type: 'explore', description: '', model: { provider: 'p', model: 'm' } },
  }
  const queued = {
    type: 'plan',
    description: '',
    task: '',
    isBackground: true,
    askedBy: 'spn_lead',
  }
  const items = itemsAfter([
    call('spn_1'),
    call('spn_2'),
    { kind: 'agent.queued', spanId: 'spn_2', agentId: 'spn_c', data: queued },
    { kind: 'team.created', spanId: 'spn_1', data: { name: 'crew', members } },
    ...[wake, wake],
  ])
  expect([items['spn_1'], items['spn_2']]).toMatchObject([
    { team: 'crew', agents: ['spn_a', 'spn_b'] },
    { agents: ['spn_c'] },
  ])
})

test('a call that wrote to another agent tells whom and what', () => {
  const to = { agentId: 'spn_a', name: 'ada' }
  const data = { from: { agentId: 'spn_lead', name: 'lead' }, to, text: 'And the second?' }
  const items = itemsAfter([call('spn_1'), { kind: 'message.sent', spanId: 'spn_1', data }])
  expect(items['spn_1']).toMatchObject({ sent: { to, text: 'And the second?' } })
})

test('a thread that was summed up says so, and the summary is not taken for its agent’s words', () => {
  const summary = { provider: 'p', model: 'm', purpose: 'summary', attempt: 1 }
  const usage = { inputTokens: 0, outputTokens: 0 }
  const items = itemsAfter([
    { kind: 'agent.started', agentId: 'spn_lead', data: { type: 'lead', description: '' } },
    { kind: 'model.started', spanId: 'spn_1', data: summary },
    { kind: 'model.delta', spanId: 'spn_1', data: { channel: 'text', text: 'They said a word.' } },
    { kind: 'model.ended', spanId: 'spn_1', data: { outcome: 'ok', usage, costUsd: 0 } },
    {
      kind: 'context.compacted',
      data: { summary: 'They said a word.', droppedMessages: 4, keptMessages: 6 },
    },
  ])
  expect(Object.values(items)).toMatchObject([
    { type: 'compaction', summary: 'They said a word.', droppedMessages: 4, keptMessages: 6 },
  ])
})

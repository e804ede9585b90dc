import { expect, test } from 'vitest'
import type { AnyEvent, EventFor } from '../events/index.ts'
import { RunId, SessionId, SpanId } from '../lib/ids.ts'
import { FileChangeLog } from './file-changes.ts'

const [runId, agentId, spanId] = [
  RunId.parse('run_1'),
  SpanId.parse('spn_lead'),
  SpanId.parse('spn_call'),
]
const path = '/workspace/a.ts'
const outcome = 'ok' as const
const usage = {
  ...{ inputTokens: 1, outputTokens: 1, cacheReadTokens: 0 },
  ...{ cacheWriteTokens: 0, reasoningTokens: 0 },
}

function log(...drafts: readonly Partial<AnyEvent>[]): readonly AnyEvent[] {
  // Whole but for what every event has.
  return drafts.map((draft, index) => ({
    ...{ sessionId: SessionId.parse('ses_1'), seq: index + 1, at: index },
    ...draft,
  })) as AnyEvent[]
}

function changed(type: EventFor<'file.changed'>['data']['by']['type'], changedPath = path) {
  const kind = 'file.changed' as const
  const by = { type, spanIds: type === 'call' ? [spanId] : [] }
  const data = { path: changedPath, before: null, after: null, added: 1, removed: 0, by }
  return { kind, data, ...(type === 'call' && { runId, agentId, spanId }) }
}

test('a change is told by its agent, run, prompt, call and what asking for it cost', () => {
  const model = { provider: 'p', model: 'm' }
  const asked = { toolCallId: 'c', name: 'edit_file', args: { json: {} } }
  const events = log(
    { kind: 'run.started', runId },
    {
      kind: 'input.received',
      runId,
      data: { text: 'Repair it', isQueued: false, attachments: [], files: [] },
    },
    { kind: 'agent.started', runId, agentId, data: { type: 'lead', description: '', model } },
    {
      kind: 'model.ended',
      runId,
      agentId,
      data: { ...model, outcome, usage, isEstimated: false, costUsd: 0.02 },
    },
    {
      kind: 'tool.started',
      runId,
      agentId,
      spanId,
      data: { ...asked, title: 'Edit a.ts', effect: 'edit' },
    },
    changed('call'),
    changed('person'),
    changed('person', '/workspace/b.ts'),
    changed('unknown'),
  )
  const changes = new FileChangeLog()
  // In two pieces, it is told as in one.
  changes.tell(events.slice(0, 4))
  changes.tell(events.slice(4))
  expect([changes.seq, changes.changesOf(path, 6).length]).toEqual([9, 1])
  expect(changes.changesOf(path, 9)).toEqual([
    {
      ...{ seq: 6, at: 5, before: null, after: null, type: 'call', run: 1, agentId },
      ...{ agent: 'lead', prompt: 'Repair it', title: 'Edit a.ts', costUsd: 0.02 },
    },
    { seq: 7, at: 6, before: null, after: null, type: 'person' },
    { seq: 9, at: 8, before: null, after: null, type: 'unknown' },
  ])
})

import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import { SpanId } from '#shared/lib/ids.ts'
import { callsAskedFor } from './model-call-events.ts'

const agentId = SpanId.parse('spn_lead')
const spanId = SpanId.parse('spn_call')

function logOf(...events: readonly Partial<AnyEvent>[]): readonly AnyEvent[] {
  // Envelopes made by hand, as far as they are read.
  return events.map((event, seq) => ({ seq, agentId, ...event })) as AnyEvent[]
}

function written(text: string, call: number): Partial<AnyEvent> {
  return { kind: 'model.delta', spanId, data: { channel: 'args', text, call } }
}

function begun(title: string, json: object): Partial<AnyEvent> {
  const data = { toolCallId: title, name: 'x', title, effect: 'read', args: { json } }
  return { kind: 'tool.started', data } as Partial<AnyEvent>
}

test('the calls of an answer are put together from its pieces, and named by what began', () => {
  const events = logOf(
    written('{"path":', 0),
    written('{"path":"/b"}', 1),
    written('"/a"}', 0),
    { kind: 'model.ended', spanId },
    begun('Read b', { path: '/b' }),
    begun('Read a', { path: '/a' }),
  )
  expect(callsAskedFor(events, { spanId, agentId })).toEqual([
    { title: 'Read a', args: '{\n  "path": "/a"\n}' },
    { title: 'Read b', args: '{\n  "path": "/b"\n}' },
  ])
})

test('a call that was cut off is shown as far as it was written', () => {
  const events = logOf(written('{"path":"/wor', 0))
  expect(callsAskedFor(events, { spanId, agentId })).toEqual([{ args: '{"path":"/wor' }])
})

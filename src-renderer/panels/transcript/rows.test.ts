import { expect, test } from 'vitest'
import type { RunId, SpanId } from '#shared/ids.ts'
import type { Approval } from '#shared/projections/approvals.ts'
import type { CallItem, SpeechItem, TranscriptItem } from '#shared/projections/transcript.ts'
import { resultOf, splitTitle } from './call-words.ts'
import { toRows } from './rows.ts'

function call(id: string, change: Partial<CallItem> = {}): CallItem {
  return {
    type: 'call',
    id,
    seq: 1,
    at: 0,
    spanId: id as SpanId,
    toolCallId: id,
    title: 'Read a.ts',
    effect: 'read',
    args: { json: {} },
    startedAt: 0,
    endedAt: 1,
    outcome: 'ok',
    ...change,
  }
}

function text(id: string, change: Partial<SpeechItem> = {}): SpeechItem {
  return { type: 'text', id, seq: 1, at: 0, text: 'Hello', endedAt: 1, ...change }
}

function shapeOf(items: readonly TranscriptItem[], isWorking = false, approvals: Approval[] = []) {
  return toRows({ items, approvals, isWorking }).map((row) =>
    'items' in row ? `${row.type}:${row.items.length}` : row.type,
  )
}

test('three reads in a row are one row, two are two', () => {
  const reads = [call('a'), call('b')]
  expect(shapeOf(reads)).toEqual(['call', 'call'])
  expect(shapeOf([...reads, call('c'), text('t'), call('d')])).toEqual(['reads:3', 'text', 'call'])
})

test('what failed or still runs is never folded away', () => {
  const items = [call('a'), call('b'), call('c', { outcome: 'error' }), call('d'), call('e')]
  expect(shapeOf(items)).toEqual(['call', 'call', 'call', 'call', 'call'])
})

test('subagents started side by side are one box', () => {
  const agents = ['x', 'y'].map((id) => call(id, { subagentId: `spn_${id}` as SpanId }))
  expect(shapeOf([text('t'), ...agents, call('a')])).toEqual(['text', 'agents:2', 'call'])
})

test('a call that waits for a person is a card at the end, and not a row as well', () => {
  const waiting = call('w', { effect: 'execute' })
  const approval = { approvalId: 'apr_1', spanId: 'w' } as unknown as Approval
  expect(shapeOf([waiting, text('t')], true, [approval])).toEqual(['text', 'approval'])
})

test('it says that it works only where nothing else shows it', () => {
  expect(shapeOf([text('t')], true)).toEqual(['text', 'working'])
  expect(shapeOf([call('c', { effect: 'execute', endedAt: undefined as never })], true)).toEqual([
    'call',
  ])
})

test('a title is a verb and what it is done to', () => {
  expect([splitTitle('Read src/a b.ts'), splitTitle('Think')]).toEqual([
    { verb: 'Read', object: 'src/a b.ts' },
    { verb: 'Think', object: '' },
  ])
})

test('a result is a few words', () => {
  const results = [
    call('a', { display: { type: 'text', lines: 1 } }),
    call('a', { display: { type: 'matches', matches: 1204, files: 3 } }),
    call('a', { display: { type: 'terminal', spanId: 'spn_1' as SpanId, exitCode: 1 } }),
    call('a', { outcome: 'denied' }),
    call('a', { outcome: 'interrupted' }),
  ].map((item) => resultOf(item)?.text)
  expect(results).toEqual(['1 line', '1,204 matches in 3 files', 'exit 1', 'denied', 'interrupted'])
})

test('a failure that ended its run is said once', () => {
  const failure = { type: 'failure', id: 'f', seq: 1, at: 0, attempt: 1, error: 'No key.' } as const
  const end = {
    type: 'end',
    id: 'e',
    seq: 2,
    at: 0,
    runId: 'run_1' as RunId,
    outcome: 'error',
  } as const
  expect(shapeOf([failure, { ...end, reason: 'No key.' }])).toEqual(['end'])
  expect(shapeOf([failure, { ...end, reason: 'It stopped.' }])).toEqual(['failure', 'end'])
})

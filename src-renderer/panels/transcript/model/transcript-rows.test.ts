import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Display } from '#shared/events/tool.ts'
import type { Effect, Outcome } from '#shared/events/value.ts'
import type { ApprovalId, RunId, SpanId } from '#shared/lib/ids.ts'
import type { Approval } from '#shared/projections/approvals.ts'
import type { TranscriptItem } from '#shared/projections/transcript-items.ts'
import type { Decision } from '#shared/settings/settings.ts'
import { call, text } from '../../../../test/support/make-transcript-items.ts'
import { optionsOf } from '../../../cards/calls/call-arguments.ts'
import { splitTitle } from '../../../cards/calls/call-title.ts'
import { answerOf, resultOf } from './call-summary.ts'
import { toRows } from './transcript-rows.ts'

function shapeOf(items: readonly TranscriptItem[], isWorking = false, approvals: Approval[] = []) {
  return toRows({ items, approvals, isWorking }).map((row) =>
    'items' in row ? `${row.type}:${row.items.length}` : row.type,
  )
}

test('three reads, or three edits, in a row are one row; two are two', () => {
  const reads = [call('a'), call('b')]
  expect(shapeOf(reads)).toEqual(['call', 'call'])
  expect(shapeOf([...reads, call('c'), text('t'), call('d')])).toEqual(['work:3', 'text', 'call'])
})

test('edits are a series of their own, and commands are none', () => {
  const edits = ['a', 'b', 'c'].map((id) => call(id, { effect: 'edit' }))
  const commands = ['x', 'y', 'z'].map((id) => call(id, { effect: 'execute' }))
  const reads = ['r', 's'].map((id) => call(id))
  expect(shapeOf([...reads, ...edits, ...reads, ...commands])).toEqual([
    ...['call', 'call', 'work:3', 'call', 'call'],
    ...['call', 'call', 'call'],
  ])
})

test('nothing is said to be waited for beside a call that runs', () => {
  const { endedAt: _, outcome: __, ...running } = call('a')
  const said = (isQueued: boolean): TranscriptItem => ({
    ...{ type: 'input', id: 'i', seq: 2, at: 0, text: 'And?' },
    ...{ attachments: [], files: [], isQueued },
  })
  expect({
    saidMeanwhile: shapeOf([running, said(true)], true),
    anotherEnded: shapeOf([running, call('b')], true),
    saidAfter: shapeOf([call('a'), said(false)], true),
  }).toEqual({
    saidMeanwhile: ['call', 'input'],
    anotherEnded: ['call', 'call'],
    saidAfter: ['call', 'input', 'working'],
  })
})

test('what a person was asked about stands by itself', () => {
  const approval = {
    approvalId: 'apr_1',
    requestedAt: 0,
    risk: '',
    rule: '',
  } as unknown as Approval
  const asked = call('b', { approval, outcome: 'ok' })
  expect(shapeOf([call('a'), asked, call('c'), call('d')])).toEqual([
    'call',
    'call',
    'call',
    'call',
  ])
})

const plan = (id: string, done = 1) =>
  call(id, { title: 'Update the plan', plan: { done, total: 3 } })

test('a change of the plan folds into the series it falls in, and never breaks one', () => {
  const [a, b, c] = [call('a'), call('b'), call('c')]
  const agents = ['x', 'y'].map((id) => call(id, { agents: [`spn_${id}` as SpanId] }))
  const [x, y] = agents
  expect({
    within: shapeOf([a, plan('p'), b, plan('q'), c]),
    around: shapeOf([plan('p'), a, b, c, plan('q'), text('t')]),
    ofFew: shapeOf([a, plan('p'), b]),
    amongAgents: x && y && shapeOf([x, plan('p'), y]),
  }).toEqual({
    within: ['work:5'],
    around: ['plan', 'work:3', 'plan', 'text'],
    ofFew: ['call', 'plan', 'call'],
    amongAgents: ['agents:2', 'plan'],
  })
})

test('of changes of the plan with nothing between them the last one is shown', () => {
  const rows = toRows({
    items: [plan('p', 1), plan('q', 2), text('t')],
    approvals: [],
    isWorking: false,
  })
  expect(rows.map(({ id }) => id)).toEqual(['q', 't'])
})

test('a plan that was refused is a call like another', () => {
  expect(shapeOf([call('a', { title: 'Update the plan', outcome: 'denied' })])).toEqual(['call'])
})

test('no call is lost or told twice, whatever the order', () => {
  const kinds = fc.constantFrom('read', 'edit', 'execute', 'plan', 'denied', 'agent', 'text')
  fc.assert(
    fc.property(fc.array(kinds, { maxLength: 20 }), (order) => {
      const items = order.map((kind, index) => ofKind(kind, `i${index}`))
      const shown = toRows({ items, approvals: [], isWorking: false }).flatMap((row) =>
        'items' in row ? row.items.map(({ id }) => id) : row.id,
      )
      const isPlan = (id: string) => items.find((item) => item.id === id && 'plan' in item)
      expect(shown.filter((id) => !isPlan(id))).toEqual(
        items.map(({ id }) => id).filter((id) => !isPlan(id)),
      )
      expect(new Set(shown).size).toBe(shown.length)
    }),
  )
})

function ofKind(kind: string, id: string): TranscriptItem {
  switch (kind) {
    case 'text':
      return text(id)
    case 'plan':
      return plan(id)
    case 'denied':
      return call(id, { outcome: 'denied' })
    case 'agent':
      return call(id, { agents: [`spn_${id}` as SpanId] })
    default:
      return call(id, { effect: kind as Effect })
  }
}

test('what failed or still runs is never folded away', () => {
  const items = [call('a'), call('b'), call('c', { outcome: 'error' }), call('d'), call('e')]
  expect(shapeOf(items)).toEqual(['call', 'call', 'call', 'call', 'call'])
})

test('subagents started side by side are one box', () => {
  const agents = ['x', 'y'].map((id) => call(id, { agents: [`spn_${id}` as SpanId] }))
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

test('a title is a verb and what it is done to, or a sentence', () => {
  const sentences = [
    ...['Think', 'Write to ada', 'Make the team crew', 'Which of the two?'],
    ...['Run the tests in src', 'Start a shell', 'Search the web for "x"', 'Edit 2 files'],
  ]
  const loop = 'for one in a b; do echo $one; done'
  expect(['Read src/a b.ts', `Run ${loop}`, ...sentences].map(splitTitle)).toEqual([
    { verb: 'Read', object: 'src/a b.ts' },
    { verb: 'Run', object: loop },
    ...sentences.map((verb) => ({ verb, object: '' })),
  ])
})

test('a question has its answer for a result, and not that it never ran', () => {
  const asked = (decision: Decision, by: 'person' | 'host', message?: string) =>
    call('q', {
      title: 'Left or right?',
      args: { json: { question: 'Left or right?' } },
      approval: {
        approvalId: 'apr_1' as ApprovalId,
        type: 'question',
        ...{ requestedAt: 0, risk: '', rule: '', decision, by },
        ...(message && { message }),
      },
    })
  const given = [
    asked('respond', 'person', 'Left.'),
    asked('reject', 'person'),
    asked('approve', 'person'),
    asked('reject', 'host', 'No one is here.'),
  ]
  expect(given.map(answerOf)).toEqual([
    ...['Left.', 'not answered', 'agreed', 'nobody could be asked'],
  ])
  expect(given.map((one) => resultOf(one))).toEqual([undefined, undefined, undefined, undefined])
})

test('a question offers its answers once each, whatever a model made of them', () => {
  const offered = [['a', 'b', 'a'], ['a', ' ', 1, null], 'a', undefined].map((options) =>
    optionsOf({ question: 'x', ...(options !== undefined && { options }) }),
  )
  expect(offered).toEqual([['a', 'b'], ['a'], [], []])
})

test('a message to another agent is never folded away', () => {
  const sent = { to: { agentId: 'spn_a' as SpanId, name: 'ada' }, text: 'Well?' }
  const write = call('w', { title: 'Write to ada', sent })
  expect(shapeOf([call('a'), write, call('b'), call('c')])).toEqual(Array(4).fill('call'))
})

test('what says that it works is another row behind another row, so that the end is followed', () => {
  const lastOf = (...items: TranscriptItem[]) =>
    toRows({ items, approvals: [], isWorking: true }).at(-1)
  expect(lastOf(text('a'))?.type).toBe('working')
  expect(lastOf(text('a'))).toEqual(lastOf(text('a')))
  expect(lastOf(text('a'), text('b'))?.id).not.toBe(lastOf(text('a'))?.id)
})

test('a thread says whether it waits for its model or for other agents', () => {
  const sources = { items: [text('t')], approvals: [], isWorking: true }
  expect([toRows(sources).at(-1), toRows({ ...sources, waitsFor: 'agents' }).at(-1)]).toMatchObject(
    [
      { type: 'working', waitsFor: 'model' },
      { type: 'working', waitsFor: 'agents' },
    ],
  )
})

test('a result is a few words', () => {
  const keptTerminal = { type: 'terminal', spanId: 'spn_1' as SpanId, exitCode: null } as const
  const results = [
    call('a', { display: { type: 'text', lines: 1 } }),
    call('a', { display: { type: 'matches', matches: 1204, files: 3 } }),
    call('a', { display: { type: 'terminal', spanId: 'spn_1' as SpanId, exitCode: 1 } }),
    call('a', { display: { ...keptTerminal, isRunning: true } }),
    call('a', { outcome: 'denied' }),
    call('a', { outcome: 'interrupted' }),
  ].map((item) => resultOf(item)?.text)
  expect(results).toEqual([
    '1 line',
    '1,204 matches in 3 files',
    'exit 1',
    'runs on',
    'denied',
    'interrupted',
  ])
})

const requested = {
  approvalId: 'apr_1' as ApprovalId,
  type: 'call',
  ...{ requestedAt: 0, risk: '', rule: '' },
} as const

test('a call that a person refused or answered in its place never looks as if it had run', () => {
  const decided = (decision: Decision, outcome: Outcome) =>
    call('a', {
      outcome,
      approval: { ...requested, decision },
    })
  const given = [
    decided('reject', 'denied'),
    decided('respond', 'ok'),
    { ...decided('edit', 'ok'), display: { type: 'text', lines: 2 } as const },
    { ...decided('approve', 'error'), display: { type: 'diff' } as unknown as Display },
  ]
  expect(given.map((item) => resultOf(item)?.text)).toEqual([
    'denied by you',
    'not run, answered by you',
    '2 lines',
    'failed',
  ])
})

test('a call that was denied says by whom, or by which rule', () => {
  const rule = 'The restricted profile has no tools that write, execute or fetch.'
  const rejected = (by: 'person' | 'host', message: string) => {
    return { ...requested, decision: 'reject', by, message } as const
  }
  const denied = [
    call('a', { outcome: 'denied', error: rule }),
    call('a', { outcome: 'denied', error: rule, approval: rejected('host', rule) }),
    call('a', {
      outcome: 'denied',
      error: 'This call was refused: Rejected by --approve none.',
      approval: rejected('host', 'Rejected by --approve none.'),
    }),
    call('a', {
      outcome: 'denied',
      error: 'A person refused this call: Not so.',
      approval: rejected('person', 'Not so.'),
    }),
  ]
  expect(denied.map((item) => resultOf(item)?.text)).toEqual([
    `denied: ${rule}`,
    `denied: ${rule}`,
    'denied: Rejected by --approve none.',
    'denied by you',
  ])
})

test('a call that nobody decided before its run ended does not look as if it still waited', () => {
  const { startedAt: _, endedAt: __, outcome: ___, ...asked } = call('a')
  const approval = { ...requested, decision: 'reject', by: 'host' } as const
  expect(resultOf({ ...asked, approval })?.text).toBe('not run')
})

test('what failed says how: by its exit code, or by the tests that did', () => {
  const failed = (display: Display) => resultOf(call('a', { outcome: 'error', display }))?.text
  const tests = { passed: 2, failed: 1, skipped: 0, failures: [] }
  expect([
    failed({ type: 'terminal', spanId: 'spn_1' as SpanId, exitCode: 1 }),
    failed({ type: 'terminal', spanId: 'spn_1' as SpanId, exitCode: null }),
    failed({ type: 'tests', ...tests }),
  ]).toEqual(['exit 1', 'killed', '1 failed, 2 passed'])
})

test('a call that a stop kept from running was not run; one that it cut short was stopped', () => {
  const stopped = { ...call('a'), outcome: 'stopped', startedAt: 5, endedAt: 5 } as const
  expect(resultOf(stopped)?.text).toBe('not run')
  expect(resultOf({ ...stopped, endedAt: 6 })?.text).toBe('stopped')
})

test('while an attempt waits to be made again, nothing else says that the agent works', () => {
  const failure = { type: 'failure', id: 'f', seq: 1, at: 0, attempt: 1, error: 'Busy.' } as const
  const [from, to] = [
    { provider: 'a', model: 'b' },
    { provider: 'c', model: 'd' },
  ]
  const failover = { from, to, reason: 'overload' } as const
  expect([
    shapeOf([{ ...failure, retryInMs: 1500 }], true),
    shapeOf([{ ...failure, failover }], true),
    shapeOf([failure], true),
  ]).toEqual([['failure'], ['failure', 'working'], ['failure', 'working']])
})

test('a run that waits until a limit ends shows its card, and neither the failure nor that it works', () => {
  const reason = 'Busy (429).'
  const error = `${reason} Resume after 15:00.`
  const failure = { type: 'failure', id: 'f', seq: 1, at: 0, attempt: 1, error } as const
  const wait = { until: 2, since: 1, models: [], reason }
  const rows = toRows({ items: [failure], approvals: [], wait, isWorking: true })
  expect(rows).toEqual([{ type: 'limit', id: 'limit-1', wait }])
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

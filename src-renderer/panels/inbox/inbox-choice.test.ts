import { expect, test } from 'vitest'
import type { InboxItem } from '#shared/contract/procedures/approvals.ts'
import { ApprovalId, SessionId, SpanId } from '#shared/lib/ids.ts'
import { findGone, followChoice, idOf, tellGone } from './inbox-choice.ts'

function item(name: string): InboxItem {
  const ids = { spanId: SpanId.parse('spn_1'), agentId: SpanId.parse('spn_lead') }
  const asked = {
    toolCallId: '1',
    name: 'run_command',
    title: `Run ${name}`,
    effect: 'execute',
  } as const
  const risk = { risk: '', rule: '', isJudged: true, seq: 1, requestedAt: 1 }
  const offered = {
    type: 'call' as const,
    allowedDecisions: ['approve' as const],
    acceptsRule: true,
  }
  const approvalId = ApprovalId.parse(`apr_${name}`)
  return {
    type: 'approval',
    sessionId: SessionId.parse('ses_1'),
    sessionTitle: 's',
    projectName: 'p',
    since: 1,
    approval: { ...ids, ...asked, ...risk, ...offered, approvalId, args: { json: {} } },
  }
}

const [a, b, c] = [item('a'), item('b'), item('c')]
const nobody: ReadonlySet<string> = new Set()

test('the first is looked at, and stays so while others come and go', () => {
  const first = followChoice(undefined, [a, b], nobody)
  expect(first).toEqual({ item: a, index: 0 })
  expect(followChoice(first, [a, b, c], nobody)).toBe(first)
  expect(followChoice({ item: c, index: 2 }, [b, c], nobody)).toEqual({ item: c, index: 1 })
  expect(followChoice(undefined, [], nobody)).toBeUndefined()
})

test('after a decision the next is looked at, after the last the one before, and then nothing', () => {
  const decided = new Set([b, c, a].map(idOf))
  expect(followChoice({ item: b, index: 1 }, [a, c], decided)).toEqual({ item: c, index: 1 })
  expect(followChoice({ item: c, index: 1 }, [a], decided)).toEqual({ item: a, index: 0 })
  expect(followChoice({ item: a, index: 0 }, [], decided)).toBeUndefined()
})

test('what was decided elsewhere stays looked at, and is told of', () => {
  const looked = { item: a, index: 0 }
  expect(followChoice(looked, [b, c], nobody)).toBe(looked)
  const gone = [findGone([a, b, c], [c], nobody), findGone([a, b], [b], new Set([idOf(a)]))]
  expect(gone.map(tellGone)).toEqual(['2 others wait no longer.', undefined])
  expect(tellGone([b])).toBe('“Run b” waits no longer.')
})

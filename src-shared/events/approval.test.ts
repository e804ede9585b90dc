import { expect, test } from 'vitest'
import { approvalRequested } from './approval.ts'

/** As version 1 was written to the log. */
function requestOf(name: string, args: Readonly<Record<string, unknown>>) {
  return {
    approvalId: 'apr_1',
    toolCallId: 'call_1',
    name,
    title: 'Shall the old format still be read, or…',
    effect: 'read',
    args: { json: args },
    risk: 'Changes nothing.',
    rule: 'An agent asks what only a person can say.',
    isJudged: false,
  }
}

test.each([
  ['ask_person', 'question', ['respond', 'reject']],
  ['raise_budget', 'budget', ['approve', 'edit', 'reject']],
  ['run_command', 'call', ['approve', 'edit', 'reject', 'respond']],
  ['constructor', 'call', ['approve', 'edit', 'reject', 'respond']],
])('a request of version 1 for %s is a %s', (name, type, allowedDecisions) => {
  const [toV2] = approvalRequested.upcasts
  const old = requestOf(name, { question: 'Which?' })
  const data = toV2?.(old as never)
  expect(approvalRequested.data.parse(data)).toEqual({
    ...old,
    type,
    allowedDecisions,
    acceptsRule: type === 'call',
  })
})

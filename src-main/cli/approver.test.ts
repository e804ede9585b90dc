import { expect, test } from 'vitest'
import { type ApprovalType, type Decision, decisionsOf } from '#shared/events/approval.ts'
import { ApprovalId } from '#shared/ids.ts'
import { approveAll, type Requested } from './approver.ts'

interface Request {
  readonly isJudged?: boolean
  readonly type?: ApprovalType
  readonly allowed?: readonly Decision[]
}

function ask({ isJudged = true, type = 'call', allowed = decisionsOf[type] }: Request): Requested {
  const effect = 'execute' as const
  const call = { toolCallId: 'c', name: 'x', title: 'x', effect, args: { json: {} } }
  const why = { risk: 'Runs a command.', rule: 'Nobody has said what x does.', isJudged }
  const offered = { type, allowedDecisions: [...allowed], acceptsRule: false }
  const data = { approvalId: ApprovalId.parse('apr_1'), ...call, ...why, ...offered }
  return { data }
}

test('--approve all covers what was judged, by whatever rule it asks, and nothing else', async () => {
  const decide = (request: Request) => approveAll()(ask(request), AbortSignal.abort())
  expect(await decide({})).toEqual({ decision: 'approve', by: 'host' })
  expect(await decide({ isJudged: false })).toMatchObject({ decision: 'reject', by: 'host' })
})

test('--approve all approves no question, no budget, and nothing that may not be approved', async () => {
  const requests: readonly Request[] = [
    { type: 'question' },
    { type: 'budget' },
    { allowed: ['reject', 'respond'] },
  ]
  const answers = await Promise.all(
    requests.map((request) => approveAll()(ask(request), AbortSignal.abort())),
  )
  expect(answers.map((answer) => [answer?.decision, answer?.message])).toEqual([
    ['reject', "--approve all doesn't answer questions."],
    ['reject', "--approve all doesn't raise budgets."],
    ['reject', "interruptOn in .orrery/settings.json doesn't allow approving this call."],
  ])
})

import { expect, test } from 'vitest'
import { ApprovalId } from '#shared/ids.ts'
import { approveAll, type Requested } from './approver.ts'

function ask(isJudged: boolean): Requested {
  const effect = 'execute' as const
  const call = { toolCallId: 'c', name: 'x', title: 'x', effect, args: { json: {} } }
  const why = { risk: 'Runs a command.', rule: 'Nobody has said what x does.', isJudged }
  const data = { approvalId: ApprovalId.parse('apr_1'), ...call, ...why } as const
  return { data }
}

test('--approve all covers what was judged, by whatever rule it asks, and nothing else', async () => {
  const decide = (isJudged: boolean) => approveAll()(ask(isJudged), AbortSignal.abort())
  expect(await decide(true)).toEqual({ decision: 'approve', by: 'host' })
  expect(await decide(false)).toMatchObject({ decision: 'reject', by: 'host' })
})

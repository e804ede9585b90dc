import type { HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { ApprovalId, SessionId } from '#shared/lib/ids.ts'

/** For tests: the first thing that a session asks its person, once it does. */
export async function firstApproval(
  client: Client<HostContract>,
  sessionId: SessionId,
): Promise<ApprovalId> {
  for await (const page of client['sessions.events']({ sessionId })) {
    for (const event of page) {
      if (event.kind === 'approval.requested') return event.data.approvalId
    }
  }
  throw new Error('Nobody was asked.')
}

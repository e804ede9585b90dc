import type { z } from 'zod'
import type { HostContract } from '#shared/contract/index.ts'
import type { SessionId } from '#shared/ids.ts'
import type { HostClient } from '../../client/connection.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommands, useSessionId } from '../../client/session-context.tsx'

type Input<P extends keyof HostContract> = Omit<z.input<HostContract[P]['input']>, 'sessionId'>

export type ReviewCommands = ReturnType<typeof createCommands>

/** What can be done about what others changed; absent in the past, and out of the host's reach. */
export function useReviewCommands(): ReviewCommands | undefined {
  const client = useHost()
  const sessionId = useSessionId()
  return useCommands() && createCommands(client, sessionId)
}

function createCommands(client: HostClient, sessionId: SessionId) {
  return {
    accept: (input: Input<'review.accept'>) => client['review.accept']({ sessionId, ...input }),
    revert: (input: Input<'review.revert'>) => client['review.revert']({ sessionId, ...input }),
    /** Takes back what was accepted or reverted by the event with this seq. */
    reopen: (input: Input<'review.reopen'>) => client['review.reopen']({ sessionId, ...input }),
    /** Where it is aborted, git is ended, with its hooks. */
    commit: (input: Input<'review.commit'>, signal: AbortSignal) =>
      client['review.commit']({ sessionId, ...input }, signal),
    comment: (input: Input<'review.comment'>) => client['review.comment']({ sessionId, ...input }),
    resolveComments: (input: Input<'review.resolveComments'>) =>
      client['review.resolveComments']({ sessionId, ...input }),
  }
}

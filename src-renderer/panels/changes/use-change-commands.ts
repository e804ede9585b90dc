import type { z } from 'zod'
import type { HostContract } from '#shared/contract/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { HostClient } from '../../connection/connection.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useCommands, useSessionId } from '../../session/session-context.tsx'

type Input<P extends keyof HostContract> = Omit<z.input<HostContract[P]['input']>, 'sessionId'>

export type ChangeCommands = ReturnType<typeof createCommands>

/** What can be done about what others changed; absent in the past, and out of the host's reach. */
export function useChangeCommands(): ChangeCommands | undefined {
  const client = useHost()
  const sessionId = useSessionId()
  return useCommands() && createCommands(client, sessionId)
}

function createCommands(client: HostClient, sessionId: SessionId) {
  return {
    accept: (input: Input<'changes.accept'>) => client['changes.accept']({ sessionId, ...input }),
    revert: (input: Input<'changes.revert'>) => client['changes.revert']({ sessionId, ...input }),
    /** Takes back what was accepted or reverted by the event with this seq. */
    reopen: (input: Input<'changes.reopen'>) => client['changes.reopen']({ sessionId, ...input }),
    /** Where it is aborted, git is ended, with its hooks. */
    commit: (input: Input<'changes.commit'>, signal: AbortSignal) =>
      client['changes.commit']({ sessionId, ...input }, signal),
    comment: (input: Input<'changes.comment'>) =>
      client['changes.comment']({ sessionId, ...input }),
    resolveComments: (input: Input<'changes.resolveComments'>) =>
      client['changes.resolveComments']({ sessionId, ...input }),
  }
}

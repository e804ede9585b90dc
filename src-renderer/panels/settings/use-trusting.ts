import { useQueryClient } from '@tanstack/react-query'
import type { ProjectId } from '#shared/ids.ts'
import { trustKey } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useToldStartables } from '../../client/told-startables.ts'
import { type CommandState, useCommand } from '../../client/use-command.ts'

type Trusting = CommandState<[wish: 'grant' | 'withdraw', hashes: readonly string[]]>

/** Trusts, or takes trust back. The list is read anew after it, also where it is refused. */
export function useTrusting(projectId: ProjectId): Trusting {
  const client = useHost()
  const queries = useQueryClient()
  const { tell } = useToldStartables(projectId)
  return useCommand(async (wish, hashes) => {
    // Whoever decides on it need not be told of it.
    tell(hashes)
    try {
      await client[`trust.${wish}`]({ projectId, hashes: [...hashes] })
    } finally {
      await queries.invalidateQueries({ queryKey: trustKey(projectId) })
    }
  })
}

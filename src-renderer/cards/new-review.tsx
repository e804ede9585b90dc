import type { StatusState } from '#shared/projections/status.ts'
import { useNavigation } from '../client/navigation.tsx'
import { useCommands, useLiveView, useSessionId } from '../client/session-context.tsx'
import { useProjection } from '../client/use-projection.ts'
import { Button } from '../ui/button.tsx'

/** Leads to a new review; absent in the past, and out of the host's reach. */
export function NewReview({ isPrimary = false }: { readonly isPrimary?: boolean }) {
  const { openReview } = useNavigation()
  const sessionId = useSessionId()
  const projectId = useProjection(useLiveView(), 'status', selectProject)
  const canAct = useCommands() !== undefined
  if (!canAct || !projectId) return null
  return (
    <Button
      isSmall={!isPrimary}
      variant={isPrimary ? 'primary' : 'plain'}
      onClick={() => openReview({ projectId, sessionId })}
    >
      Review changes…
    </Button>
  )
}

const selectProject = (state: StatusState) => state.projectId

import type { StatusState } from '#shared/projections/status.ts'
import { useNavigation } from './navigation.tsx'
import { useCommands, useLiveView, useSessionId } from './session-context.tsx'
import { useProjection } from './use-projection.ts'

/** Leads to a new review, begun from this session; absent in the past, and out of the host's reach. */
export function useOpenReview(): (() => void) | undefined {
  const { openReview } = useNavigation()
  const sessionId = useSessionId()
  const live = useLiveView()
  const projectId = useProjection(live, 'status', selectProject)
  const canAct = useCommands() !== undefined
  if (!canAct || !projectId) return undefined
  return () => {
    const isUnchanged = Object.keys(live.state('files').touched).length === 0
    openReview({ projectId, sessionId, isUnchanged })
  }
}

const selectProject = (state: StatusState) => state.projectId

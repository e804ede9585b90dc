import type { StatusState } from '#shared/projections/status.ts'
import type { SessionView } from './session-view.ts'
import { useProjection } from './use-projection.ts'

const isRunning = ({ runId }: StatusState) => runId !== undefined

/** Whether a run of the session is on where the view is. */
export function useIsRunning(view: SessionView): boolean {
  return useProjection(view, 'status', isRunning)
}

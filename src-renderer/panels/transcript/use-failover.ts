import { useSyncExternalStore } from 'react'
import type { EventFor } from '#shared/events/index.ts'
import type { FailureItem } from '#shared/projections/transcript.ts'
import { useSessionStore } from '../../client/session-context.tsx'

/** How far behind a failure the change of the model is sought: other agents write in between. */
const EVENTS_AFTER = 200

/** From which model to which an agent went on after a failure, and why; absent while that part of the log is not here. */
export function useFailover(item: FailureItem): EventFor<'model.failed-over'>['data'] | undefined {
  const store = useSessionStore()
  return useSyncExternalStore(store.subscribe, () => {
    const events = store.eventsBetween(item.seq - 1, item.seq + EVENTS_AFTER)
    const [failed] = events
    if (failed?.seq !== item.seq) return undefined
    const found = events.find(
      ({ kind, agentId }) => kind === 'model.failed-over' && agentId === failed.agentId,
    )
    return found?.kind === 'model.failed-over' ? found.data : undefined
  })
}

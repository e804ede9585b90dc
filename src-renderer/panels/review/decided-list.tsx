import { useMemo, useSyncExternalStore } from 'react'
import { useMoment, usePlayheadControls, useSessionStore } from '../../client/session-context.tsx'
import { listDecided } from './decided.ts'
import styles from './review.module.css'

/** What a person decided until the playhead, the last first; each leads to its moment. Nothing where that is nothing. */
export function DecidedList() {
  const store = useSessionStore()
  const { seq } = useMoment()
  const { seek } = usePlayheadControls()
  const isThere = useSyncExternalStore(store.subscribe, () => store.isHistoryComplete)
  const all = useMemo(
    () => (isThere ? listDecided(store.eventsBetween(0, store.lastSeq)) : []),
    [store, isThere],
  )
  const decided = all.filter((one) => one.seq <= seq).toReversed()
  if (decided.length === 0) return null
  return (
    <section className={styles.decided} aria-label="Decided">
      <h3>Decided</h3>
      <ul>
        {decided.map((one) => (
          <li key={one.seq}>
            <button type="button" onClick={() => seek(one.seq)}>
              {one.words}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useMemo, useSyncExternalStore } from 'react'
import type { AnyEvent } from '#shared/events/index.ts'
import { useMoment, usePlayheadControls, useSessionStore } from '../../session/session-context.tsx'
import { formatNumber, formatPath } from '../../ui/text/format.ts'
import styles from './changes.module.css'

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

/** Something that a person decided of a file's changes. */
interface Decided {
  readonly seq: number
  /** As a sentence without its end. */
  readonly words: string
}

/** What was accepted, reverted and taken back again in a log, in order. */
export function listDecided(events: readonly AnyEvent[]): readonly Decided[] {
  return events.flatMap((event) => {
    const { seq } = event
    if (event.kind === 'change.accepted') return { seq, words: `Accepted ${tellWhat(event.data)}` }
    if (event.kind === 'change.reverted') return { seq, words: `Reverted ${tellWhat(event.data)}` }
    if (event.kind !== 'change.reopened') return []
    return { seq, words: `Took back what was ${event.data.of} of ${formatPath(event.data.path)}` }
  })
}

function tellWhat({ hunks, path }: { readonly hunks: number; readonly path: string }): string {
  return `${formatNumber(hunks, 'change')} in ${formatPath(path)}`
}

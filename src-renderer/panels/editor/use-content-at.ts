import { useMemo, useSyncExternalStore } from 'react'
import type { Hash } from '#shared/ids.ts'
import type { FilesState, TouchedFile } from '#shared/projections/files.ts'
import { useSessionStore, useSessionView } from '../../client/session-context.tsx'
import type { SessionStore } from '../../client/session-store.ts'
import { useProjection } from '../../client/use-projection.ts'

/** What a file held at another moment. `same`: what it holds now. */
export type ContentThen =
  | { readonly type: 'nothing' | 'loading' }
  | { readonly type: 'same' }
  | { readonly type: 'absent' }
  | { readonly type: 'content'; readonly hash: Hash }
  | { readonly type: 'cannot'; readonly why: string }

/**
 * What a file held after an event, as its later changes tell. Without the event: nothing is asked. The
 * log is looked through again only where the file is another.
 */
export function useContentAt(path: string, seq: number | undefined): ContentThen {
  const store = useSessionStore()
  const view = useSessionView()
  const select = ({ touched }: FilesState): TouchedFile | undefined => touched[path]
  const touched = useProjection(view, 'files', select)
  const isAhead = useSyncExternalStore(view.subscribe, () => seq !== undefined && seq > view.seq)
  const isThere = useSyncExternalStore(
    store.subscribe,
    () => seq !== undefined && (store.isHistoryComplete || seq >= store.openedSeq),
  )
  return useMemo(() => {
    if (seq === undefined) return { type: 'nothing' }
    if (isAhead) return AHEAD
    if (!touched || touched.seq <= seq) return { type: 'same' }
    return isThere ? findBefore(store, touched, seq) : { type: 'loading' }
  }, [store, seq, touched, isAhead, isThere])
}

const AHEAD: ContentThen = {
  type: 'cannot',
  why: 'The point to compare with lies after the moment that is shown.',
}

/** What the first change after an event found. */
function findBefore(store: SessionStore, touched: TouchedFile, after: number): ContentThen {
  for (const event of store.eventsBetween(after, touched.seq)) {
    if (event.kind !== 'file.changed' || event.data.path !== touched.path) continue
    const { before } = event.data
    if (!before) return { type: 'absent' }
    return toThen(before.hash)
  }
  return { type: 'same' }
}

/** A content that the log refers to; `null`: it does not. */
export function toThen(hash: Hash | null): ContentThen {
  if (hash === null) return { type: 'cannot', why: 'What the file held then was not recorded.' }
  return { type: 'content', hash }
}

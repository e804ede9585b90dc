import type { Bookmark } from '#shared/events/session.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { BookmarksState } from '#shared/projections/bookmarks.ts'
import type { HostClient } from '../connection/connection.ts'
import { useConnectionState, useHost } from '../connection/host-context.tsx'
import { useLiveView, usePlayheadControls, useSessionId } from './session-context.tsx'
import { sameItems, useProjection } from './use-projection.ts'

/**
 * Every bookmark of the session, in the order of what they are about. They are a person's marks on
 * the recording: wherever the playhead is, they are there.
 */
export function useBookmarks(): readonly Bookmark[] {
  return useProjection(useLiveView(), 'bookmarks', selectAll, sameItems)
}

const selectAll = ({ bySeq }: BookmarksState) => Object.values(bySeq)

export interface Bookmarking {
  add(seq: number, label?: string): Promise<unknown>
  remove(seq: number): Promise<unknown>
}

/** Also in the past; absent out of the host's reach. */
export function useBookmarking(): Bookmarking | undefined {
  const client = useHost()
  const sessionId = useSessionId()
  return useConnectionState() === 'open' ? createBookmarking(client, sessionId) : undefined
}

function createBookmarking(client: HostClient, sessionId: SessionId): Bookmarking {
  return {
    add: (seq, label) => client['bookmarks.add']({ sessionId, seq, ...(label && { label }) }),
    remove: (seq) => client['bookmarks.remove']({ sessionId, seq }),
  }
}

/** Answers what a bookmark that is made now would be about: live, the last event of the recording. */
export function useMarkedSeq(): () => number {
  const controls = usePlayheadControls()
  const live = useLiveView()
  return () => {
    const { playhead } = controls
    const { lastSeq } = live.state('timeline')
    return playhead === 'live' ? lastSeq : Math.min(playhead, lastSeq)
  }
}

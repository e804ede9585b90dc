import { useSyncExternalStore } from 'react'
import { useLiveView, usePlayhead, useSessionStore } from '../../../session/session-context.tsx'
import { originOf } from '../../../session/store/session-clock.ts'
import type { SessionStore } from '../../../session/store/session-store.ts'
import { useIsRunning } from '../../../session/use-projection.ts'
import { useLiveEnd } from '../../../session/use-view-clock.ts'
import { formatElapsed } from '../../../ui/text/format.ts'

/** Where the playhead is. Times are elapsed since the first run began, waiting included. */
interface Place {
  readonly elapsedMs: number
  readonly lengthMs: number
  readonly seq: number
  readonly lastSeq: number
  readonly isLive: boolean
}

/** Of the playhead as it stands now: `endAt` is how far the session has come. */
export function placeOf(store: SessionStore, playhead: 'live' | number, endAt: number): Place {
  const isLive = playhead === 'live'
  const timeline = store.live.state('timeline')
  const origin = originOf(timeline)
  const at = isLive ? endAt : Math.min(store.atOf(playhead), endAt)
  // What was said about the recording later is no more of it.
  const { lastSeq } = timeline
  return {
    elapsedMs: Math.max(0, at - origin),
    lengthMs: Math.max(0, endAt - origin),
    seq: isLive ? lastSeq : Math.min(playhead, lastSeq),
    lastSeq,
    isLive,
  }
}

/** What the slider says of itself. */
export function tellPlace({ elapsedMs, lengthMs, seq, lastSeq, isLive }: Place): string {
  const place = `${formatElapsed(elapsedMs)} of ${formatElapsed(lengthMs)} elapsed, event ${seq} of ${lastSeq}`
  return isLive ? `Live, ${place}` : place
}

/** Where the playhead is; it goes along with the log, and with the clock while a run is on. */
export function usePlace(): Place {
  const store = useSessionStore()
  const live = useLiveView()
  const { playhead } = usePlayhead()
  const endAt = useLiveEnd(useIsRunning(live))
  useSyncExternalStore(live.subscribe, () => live.seq)
  return placeOf(store, playhead, endAt)
}

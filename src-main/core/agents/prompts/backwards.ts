import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyEvent } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { Store } from '../../store/store.ts'

/** Read in this many events at once, from the end. */
const STRETCH = 2_000

/**
 * A session's events from its end, or from an event of it, back to its first; without what was taken
 * back by then: that is no part of the conversation.
 */
export async function* backwards(
  { events }: Store,
  sessionId: SessionId,
  from: number = events.lastSeq(sessionId),
): AsyncGenerator<AnyEvent> {
  let kept = Number.POSITIVE_INFINITY
  for (let through = from; through > 0; through -= STRETCH) {
    const after = Math.max(0, through - STRETCH)
    for (const event of [...events.read(sessionId, { after, through })].flat().reverse()) {
      if (event.seq > kept) continue
      if (event.kind === 'session.rewound') kept = event.data.to
      yield event
    }
    await nextTurn()
  }
}

import type { bookmarks } from '#shared/contract/bookmarks.ts'
import type { Handlers } from '#shared/contract/define.ts'
import { AppError } from '#shared/error.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Store } from '../log/store.ts'
import { getSession } from '../session-rows.ts'
import type { Parts } from './parts.ts'

export function bookmarkHandlers({ store, states }: Parts): Handlers<typeof bookmarks> {
  return {
    'bookmarks.add': async ({ sessionId, seq, label }) => {
      const data = { seq, at: timeOf(store, sessionId, seq), ...(label && { label }) }
      await store.events.append(sessionId, [{ kind: 'bookmark.added', data }])
      return {}
    },
    'bookmarks.remove': async ({ sessionId, seq }) => {
      getSession(store, sessionId)
      const { states: now } = await states.load(sessionId)
      if (now.bookmarks.bySeq[seq]) {
        await store.events.append(sessionId, [{ kind: 'bookmark.removed', data: { seq } }])
      }
      return {}
    },
  }
}

/** Fails where the session has no such event. */
function timeOf(store: Store, sessionId: SessionId, seq: number): number {
  getSession(store, sessionId)
  for (const [event] of store.events.read(sessionId, { after: seq - 1, through: seq })) {
    if (event) return event.at
  }
  throw new AppError('not-found', `The session has no event ${seq}.`)
}

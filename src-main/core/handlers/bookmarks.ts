import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { bookmarks } from '#shared/contract/procedures/sessions.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { getSession } from '../sessions/session-rows.ts'
import type { Store } from '../store/store.ts'
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

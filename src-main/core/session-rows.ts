import { AppError } from '#shared/error.ts'
import type { SessionId } from '#shared/ids.ts'
import type { SessionRow } from './log/sessions.ts'
import type { Store } from './log/store.ts'

/** Fails with `not-found` where there is no such session. */
export function getSession(store: Store, sessionId: SessionId): SessionRow {
  const row = store.sessions.find(sessionId)
  if (row) return row
  throw new AppError('not-found', 'There is no such session any more. Choose one from the list.')
}

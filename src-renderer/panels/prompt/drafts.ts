import type { SessionId } from '#shared/ids.ts'

const keyOf = (sessionId: SessionId) => `orrery.draft.${sessionId}`

/** What was begun and not sent, as it was left. */
export function readDraft(sessionId: SessionId): string {
  return sessionStorage.getItem(keyOf(sessionId)) ?? ''
}

export function keepDraft(sessionId: SessionId, text: string): void {
  if (text) sessionStorage.setItem(keyOf(sessionId), text)
  else sessionStorage.removeItem(keyOf(sessionId))
}

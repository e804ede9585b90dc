import type { StoredText } from '#shared/events/value.ts'
import type { RedactingStore } from '../context/session-store.ts'

/** What an agent said, as it is stored: without known secrets. */
export function storeSaid(
  { store, sessionId, providers }: RedactingStore,
  text: string,
): StoredText {
  return store.blobs.storeText(sessionId, providers.secrets.redact(text))
}

import type { StoredText } from '#shared/events/value.ts'
import type { RunContext } from '../run-context.ts'

/** What an agent said, as it is stored: without known secrets. */
export function storeSaid({ store, sessionId, providers }: RunContext, text: string): StoredText {
  return store.blobs.storeText(sessionId, providers.secrets.redact(text))
}

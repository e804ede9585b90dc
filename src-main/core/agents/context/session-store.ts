import type { SessionId } from '#shared/lib/ids.ts'
import type { Providers } from '../../providers/registry/providers.ts'
import type { Store } from '../../store/store.ts'

/** The store, and the session that owns what is stored. */
export interface SessionStore {
  readonly sessionId: SessionId
  readonly store: Store
}

/** A session's store, with the secrets to redact before storing. */
export interface RedactingStore extends SessionStore {
  readonly providers: Providers
}

import { useEffect, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { Connection } from './connection.ts'
import { useConnection } from './host-context.tsx'
import { OpenSession } from './open-session.ts'

/** The sessions that a window has open, by their ids. */
export class OpenSessions {
  readonly #connection: Connection
  readonly #open = new Map<SessionId, OpenSession>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The same one for as long as it is kept. */
  get(sessionId: SessionId): OpenSession {
    const known = this.#open.get(sessionId)
    if (known) return known
    const opened = new OpenSession(this.#connection, sessionId)
    this.#open.set(sessionId, opened)
    return opened
  }

  /** Follows these, and lets go of all others. */
  keep(sessionIds: readonly SessionId[]): void {
    for (const sessionId of sessionIds) this.get(sessionId).follow()
    for (const [sessionId, session] of this.#open) {
      if (sessionIds.includes(sessionId)) continue
      this.#open.delete(sessionId)
      session[Symbol.dispose]()
    }
  }

  /** Follows none any longer, and keeps what has come. */
  stop(): void {
    for (const session of this.#open.values()) session.stop()
  }
}

/** These sessions, followed for as long as they are asked for. */
export function useOpenSessions(sessionIds: readonly SessionId[]): readonly OpenSession[] {
  const connection = useConnection()
  const [open] = useState(() => new OpenSessions(connection))
  const wanted = sessionIds.join('+')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says when the ids are others.
  useEffect(() => open.keep(sessionIds), [open, wanted])
  useEffect(() => () => open.stop(), [open])
  return sessionIds.map((sessionId) => open.get(sessionId))
}

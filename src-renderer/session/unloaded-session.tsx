import { createContext, type ReactNode, useContext, useState } from 'react'
import { assert } from '#shared/lib/assert.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { useHost } from '../connection/host-context.tsx'
import { createCommands, type SessionCommands } from './session-commands.ts'

/** A session as far as one comes without its log: to its documents, and to what can be done to it. */
interface ReachedSession {
  readonly sessionId: SessionId
  readonly commands: SessionCommands
}

export const ReachedSessionContext = createContext<ReachedSession | undefined>(undefined)

interface ReachedSessionScopeProps {
  /** It stays the same: another needs a scope of its own. */
  readonly sessionId: SessionId
  readonly children: ReactNode
}

/** What is inside is about this session, whose log is not in this window. */
export function ReachedSessionScope({ sessionId, children }: ReachedSessionScopeProps) {
  const client = useHost()
  const [session] = useState(() => ({ sessionId, commands: createCommands(client, sessionId) }))
  return <ReachedSessionContext value={session}>{children}</ReachedSessionContext>
}

export function useReachedSession(): ReachedSession {
  const session = useContext(ReachedSessionContext)
  assert(session, 'a session is around')
  return session
}

import type { HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { SessionId } from '#shared/lib/ids.ts'
import { wrongUsage } from '../command-line/exit-codes.ts'

/** The session that somebody wrote down, as the host lists it. */
export async function findSession(
  client: Client<HostContract>,
  written: string,
): Promise<SessionSummary> {
  const all = await client['sessions.list']({})
  const id = resolveSession(
    written,
    all.map((session) => session.id),
  )
  const found = all.find((session) => session.id === id)
  if (!found) throw new AppError('not-found', `There is no session "${written}".`)
  return found
}

const PREFIX = 'ses_'

/** A session as people write it: its id, the beginning of it, or `last`. Newest first in `ids`. */
export function resolveSession(written: string, ids: readonly SessionId[]): SessionId {
  if (written === 'last') {
    const [newest] = ids
    if (newest) return newest
    throw wrongUsage('There are no sessions yet. Start one: orrery run "…"')
  }
  const beginning = written.startsWith(PREFIX) ? written : `${PREFIX}${written}`
  const exact = ids.find((id) => id === beginning)
  if (exact) return SessionId.parse(exact)
  const found = ids.filter((id) => id.startsWith(beginning))
  const [only] = found
  if (only && found.length === 1) return only
  if (found.length > 1) {
    throw wrongUsage(`"${written}" begins the names of ${found.length} sessions. Write more of it.`)
  }
  throw wrongUsage(`There is no session "${written}". See: orrery sessions`)
}

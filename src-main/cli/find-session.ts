import type { Client } from '#shared/contract/define.ts'
import type { HostContract } from '#shared/contract/index.ts'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import { AppError } from '#shared/error.ts'
import { resolveSession } from './session-name.ts'

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

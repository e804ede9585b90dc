import { useState } from 'react'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { formatRoute, parseRoute, type Route } from '../navigation/route.ts'
import { useHostQuery } from '../queries/host-query.ts'
import type { SessionRoute } from './columns/use-columns.ts'

/**
 * The session that is shown, or that was before a page about all of them. None after the welcome; the
 * last one that was worked in where the address alone led to the page.
 */
export function useSessionLeft(route: Route): SessionRoute | undefined {
  const { data: sessions = [] } = useHostQuery('sessions.list', {})
  const [left, leave] = useState<string>()
  const here = formatRoute(route)
  if (isLeft(route) && here !== left) leave(here)
  return sessionLeft(
    isLeft(route) ? route : left === undefined ? undefined : parseRoute(left),
    sessions,
  )
}

/** Of pages that are left for one about all sessions: those are gone through one after the other. */
function isLeft({ page }: Route): boolean {
  return page === 'welcome' || page === 'session'
}

/** `left` is the page before, if there was one; `sessions` are all there are, what changed last first. */
export function sessionLeft(
  left: Route | undefined,
  sessions: readonly Pick<SessionSummary, 'id'>[],
): SessionRoute | undefined {
  if (left?.page === 'session') return left
  const [last] = left ? [] : sessions
  return last && { page: 'session', sessionId: last.id, beside: [], landing: 'live' }
}

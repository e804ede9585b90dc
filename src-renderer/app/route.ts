import { useSyncExternalStore } from 'react'
import { SessionId } from '#shared/ids.ts'
import type { Landing } from '../client/navigation.tsx'

/** What the window shows. It is kept in the address, so that a reload comes back to it. */
export type Route =
  | { readonly page: 'welcome' }
  | { readonly page: 'session'; readonly sessionId: SessionId; readonly landing: Landing }

const WELCOME: Route = { page: 'welcome' }

export function parseRoute(hash: string): Route {
  const [, id, replay, seq] = /^#\/session\/([^/]+)(?:\/(replay)|\/at\/(\d+))?$/.exec(hash) ?? []
  const sessionId = SessionId.safeParse(id)
  if (!sessionId.success) return WELCOME
  const landing = replay ? 'replay' : seq ? Number(seq) : 'live'
  return { page: 'session', sessionId: sessionId.data, landing }
}

export function formatRoute(route: Route): string {
  if (route.page === 'welcome') return '#/'
  return `#/session/${route.sessionId}${formatLanding(route.landing)}`
}

function formatLanding(landing: Landing): string {
  if (landing === 'live') return ''
  return landing === 'replay' ? '/replay' : `/at/${landing}`
}

export function navigate(route: Route): void {
  location.hash = formatRoute(route)
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(subscribe, () => location.hash))
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}

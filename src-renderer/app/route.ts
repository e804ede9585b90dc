import { useSyncExternalStore } from 'react'
import { SessionId } from '#shared/ids.ts'

/** What the window shows. It is kept in the address, so that a reload comes back to it. */
export type Route =
  | { readonly page: 'welcome' }
  /** `isReplay`: the playhead begins at the start, and plays. */
  | { readonly page: 'session'; readonly sessionId: SessionId; readonly isReplay: boolean }

const WELCOME: Route = { page: 'welcome' }

export function parseRoute(hash: string): Route {
  const [, id, mode] = /^#\/session\/([^/]+)(?:\/(replay))?$/.exec(hash) ?? []
  const sessionId = SessionId.safeParse(id)
  if (!sessionId.success) return WELCOME
  return { page: 'session', sessionId: sessionId.data, isReplay: mode === 'replay' }
}

export function formatRoute(route: Route): string {
  if (route.page === 'welcome') return '#/'
  return `#/session/${route.sessionId}${route.isReplay ? '/replay' : ''}`
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

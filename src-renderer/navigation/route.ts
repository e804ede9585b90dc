import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { Emitter } from '#shared/lib/emitter.ts'
import { SessionId } from '#shared/lib/ids.ts'
import type { Landing } from './navigation.tsx'

/** What the window shows. It is kept in the address, so that a reload comes back to it. */
export type Route =
  | { readonly page: 'welcome' }
  | {
      readonly page: 'session'
      readonly sessionId: SessionId
      /** Other sessions that are open to the right of it, from left to right. */
      readonly beside: readonly SessionId[]
      /** Where the playhead of the first is. */
      readonly landing: Landing
    }
  | { readonly page: 'compare'; readonly left: RunPlace; readonly right: RunPlace }
  | { readonly page: 'spending' }
  | { readonly page: 'inbox' }

/** How many sessions can be side by side. */
export const MOST_SESSIONS = 4

const WELCOME: Route = { page: 'welcome' }
const SPENDING = '#/cost'
const INBOX = '#/inbox'

export function parseRoute(hash: string): Route {
  if (hash === SPENDING) return { page: 'spending' }
  if (hash === INBOX) return { page: 'inbox' }
  const [, ids, replay, seq] = /^#\/session\/([^/]+)(?:\/(replay)|\/at\/(\d+))?$/.exec(hash) ?? []
  const [sessionId, ...beside] = parseIds(ids)
  if (!sessionId) return parseComparison(hash) ?? WELCOME
  const landing = replay ? 'replay' : seq ? Number(seq) : 'live'
  return { page: 'session', sessionId, beside, landing }
}

/** Each once; none where one of them is no id. */
function parseIds(text: string | undefined): readonly SessionId[] {
  const ids = z.array(SessionId).safeParse(text?.split('+'))
  return ids.success ? [...new Set(ids.data)].slice(0, MOST_SESSIONS) : []
}

/** `#/compare/SESSION.RUN/SESSION.RUN` */
function parseComparison(hash: string): Route | undefined {
  const [, one = '', other = ''] = /^#\/compare\/([^/]+)\/([^/]+)$/.exec(hash) ?? []
  const [left, right] = [parseRunPlace(one), parseRunPlace(other)]
  return left && right && { page: 'compare', left, right }
}

export function formatRoute(route: Route): string {
  if (route.page === 'welcome') return '#/'
  if (route.page === 'spending') return SPENDING
  if (route.page === 'inbox') return INBOX
  if (route.page === 'compare') {
    return `#/compare/${formatRunPlace(route.left)}/${formatRunPlace(route.right)}`
  }
  const ids = [route.sessionId, ...route.beside].join('+')
  return `#/session/${ids}${formatLanding(route.landing)}`
}

function formatLanding(landing: Landing): string {
  if (landing === 'live') return ''
  return landing === 'replay' ? '/replay' : `/at/${landing}`
}

const navigated = new Emitter<void>()

/** The page is another within the event that asked for it: what is pressed next is for that one. */
export function navigate(route: Route): void {
  location.hash = formatRoute(route)
  // `hashchange` is told by a task of its own, and keys may come before that.
  navigated.fire()
}

/** To where one came from; a page that was opened by its address leads to the welcome. */
export function goBack(): void {
  if (history.length > 1) history.back()
  else navigate({ page: 'welcome' })
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(subscribe, () => location.hash))
}

function subscribe(onChange: () => void): () => void {
  const navigating = navigated.event(onChange)
  window.addEventListener('hashchange', onChange)
  return () => {
    navigating[Symbol.dispose]()
    window.removeEventListener('hashchange', onChange)
  }
}

/** A run of a session, by its number from 1. */
export interface RunPlace {
  readonly sessionId: SessionId
  readonly run: number
}

/** As it is written in addresses and in the shell: `ses_….2`. */
function formatRunPlace({ sessionId, run }: RunPlace): string {
  return `${sessionId}.${run}`
}

function parseRunPlace(text: string): RunPlace | undefined {
  const [, id, number] = /^(.+)\.([1-9]\d*)$/.exec(text) ?? []
  const sessionId = SessionId.safeParse(id)
  return sessionId.success ? { sessionId: sessionId.data, run: Number(number) } : undefined
}

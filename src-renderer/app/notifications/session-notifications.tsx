import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { SessionId } from '#shared/lib/ids.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import type { NativeClient } from '../../connection/connection.ts'
import { useNative } from '../../connection/host-context.tsx'
import { type Navigation, useNavigation } from '../../navigation/navigation.tsx'
import { countWaiting } from '../../queries/count-waiting.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import { newsChoice } from '../../ui/browser/notification-choice.ts'
import { type Toasts, useToasts } from '../../ui/overlays/toasts.tsx'
import { findNews, type News } from './find-notifications.ts'

interface SessionNewsProps {
  /** Those that this window shows. */
  readonly shown: readonly SessionId[]
  /** It shows what waits in all of them. */
  readonly isInbox: boolean
}

/** Tells of sessions that nobody looks at: that they wait, or have ended. */
export function SessionNews({ shown, isInbox }: SessionNewsProps) {
  const { data: sessions } = useHostQuery('sessions.list', {})
  const { tell } = useToasts()
  const native = useNative()
  const navigation = useNavigation()
  const before = useRef<readonly SessionSummary[]>(undefined)
  useLooking(shown)
  const onList = useEffectEvent((list: readonly SessionSummary[]) => {
    const news = before.current ? findNews(before.current, list) : []
    before.current = list
    const waiting = countWaiting(list)
    showCount(waiting)
    // A badge that is not shown is no failure.
    void native?.['native.setBadge']({ waiting }).catch(() => undefined)
    const isSeen = ({ type }: News) => isInbox && type === 'waits' && document.hasFocus()
    for (const one of news.filter((each) => !isSeen(each)))
      void tellOnce(one, { tell, navigation, native })
  })
  useEffect(() => {
    if (sessions) onList(sessions)
  }, [sessions])
  return null
}

interface Means {
  readonly tell: Toasts['tell']
  readonly navigation: Navigation
  readonly native: NativeClient | undefined
}

/** By the system where it may, else in the window. */
async function tellOnce(news: News, { tell, navigation, native }: Means): Promise<void> {
  const choice = newsChoice()
  if (choice === 'off' || (await isLookedAt(news.sessionId))) return
  if (!(await isMineToTell(news.key))) return
  const open = () => {
    if (news.type === 'waits') navigation.openWaiting(news.sessionId)
    else navigation.openSession(news.sessionId)
  }
  if (choice === 'on') notify(news, { open, native })
  else tell({ text: `“${news.title}”: ${news.text}`, action: { label: 'Show it', run: open } })
}

interface Opening extends Pick<Means, 'native'> {
  readonly open: () => void
}

function notify({ title, text, key }: News, { open, native }: Opening): void {
  const notification = new Notification(showInvisible(title), {
    body: showInvisible(text),
    tag: key,
    icon: './favicon.svg',
  })
  notification.addEventListener('click', () => {
    // A page can't bring a desktop's window to the front.
    if (native) void native['native.show']({}).catch(() => undefined)
    else window.focus()
    open()
    notification.close()
  })
}

const PLAIN_ICON = './favicon.svg'
const WAITING_ICON = './favicon-waiting.svg'

/** Has the window's title, its icon and the app's badge say how much waits for a person, as the inbox counts. */
function showCount(waiting: number): void {
  document.title = waiting > 0 ? `(${waiting}) Orrery` : 'Orrery'
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) icon.href = waiting > 0 ? WAITING_ICON : PLAIN_ICON
  // There is a badge only where the page is an app of its own.
  if ('setAppBadge' in navigator) void navigator.setAppBadge(waiting).catch(() => undefined)
}

/** Longer than two windows take to hear of the same. */
const HELD_MS = 10_000

/** Says to the other windows, until `signal` ends it, that somebody looks at a session here. */
async function holdLook(sessionId: SessionId, signal: AbortSignal): Promise<void> {
  const ended = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  await navigator.locks?.request(lookOf(sessionId), { mode: 'shared' }, () => ended)
}

/** Whether somebody looks at a session, in any window. */
async function isLookedAt(sessionId: SessionId): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name === lookOf(sessionId))
}

/** Of all windows that ask with the same key, one is given a yes. */
function isMineToTell(key: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  if (!navigator.locks) return Promise.resolve(true)
  void navigator.locks.request(`orrery.news.${key}`, { ifAvailable: true }, async (lock) => {
    resolve(lock !== null)
    if (lock) await new Promise((done) => setTimeout(done, HELD_MS))
  })
  return promise
}

function lookOf(sessionId: SessionId): string {
  return `orrery.look.${sessionId}`
}

/** While the window is in front, its sessions are looked at. */
function useLooking(shown: readonly SessionId[]): void {
  const isInFront = useSyncExternalStore(subscribe, () => document.hasFocus())
  const wanted = isInFront ? shown.join(' ') : ''
  useEffect(() => {
    const looking = new AbortController()
    for (const id of wanted.split(' ').filter(Boolean)) {
      void holdLook(SessionId.parse(id), looking.signal)
    }
    return () => looking.abort()
  }, [wanted])
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('focus', onChange)
  window.addEventListener('blur', onChange)
  return () => {
    window.removeEventListener('focus', onChange)
    window.removeEventListener('blur', onChange)
  }
}

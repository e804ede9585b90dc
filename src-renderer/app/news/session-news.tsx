import { useEffect, useEffectEvent, useRef } from 'react'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import type { SessionId } from '#shared/ids.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import type { NativeClient } from '../../client/connection.ts'
import { countWaiting } from '../../client/count-waiting.ts'
import { useSessions } from '../../client/documents.ts'
import { useNative } from '../../client/host-context.tsx'
import { type Navigation, useNavigation } from '../../client/navigation.tsx'
import { newsChoice } from '../../client/news-choice.ts'
import { type Toasts, useToasts } from '../../client/toasts.ts'
import { findNews, type News } from './find-news.ts'
import { showCount } from './show-count.ts'
import { useLooking } from './use-looking.ts'
import { isLookedAt, isMineToTell } from './windows.ts'

export interface SessionNewsProps {
  /** Those that this window shows. */
  readonly shown: readonly SessionId[]
  /** It shows what waits in all of them. */
  readonly isInbox: boolean
}

/** Tells of sessions that nobody looks at: that they wait, or have ended. */
export function SessionNews({ shown, isInbox }: SessionNewsProps) {
  const { data: sessions } = useSessions()
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

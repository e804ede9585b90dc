import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { SessionId } from '#shared/lib/ids.ts'
import { NavigationContext, type WaitingCard } from '../../navigation/navigation.tsx'
import { useAskedSearch } from '../../navigation/requested-search.ts'
import type { OpenSession } from '../../session/open-session.ts'
import {
  SessionScope,
  TreeAhead,
  useIsLive,
  usePlayheadControls,
  useSelection,
  useSessionId,
} from '../../session/session-context.tsx'
import { focusPanelSoon, focusSearchSoon } from '../accessibility/focus.ts'
import { type ColumnProps, Columns } from '../columns/columns.tsx'
import { type SessionRoute, useColumns } from '../columns/use-columns.ts'
import { useWorkbench, type Workbench } from '../dock/dock-context.ts'
import { type Place, panelOf, places } from '../dock/dock-panels.ts'
import { Frame, WaitingFrame, WaitingPage } from '../frame/frame.tsx'
import { Rail } from '../frame/rail.tsx'
import { SessionCrumb } from '../frame/session-crumb.tsx'
import { SessionStatus } from '../frame/session-status.tsx'
import { useSessionHere } from '../frame/use-session-here.ts'

interface SessionPageProps extends Pick<SessionFrameProps, 'wish' | 'onGrant'> {
  readonly route: SessionRoute
}

/** One session, or several side by side; what is around them is about the one that has the focus. */
export function SessionPage({ route, wish, onGrant }: SessionPageProps) {
  const { columns, framed, isWaiting, focusNext } = useColumns(
    route,
    wish && 'waitingIn' in wish ? wish.waitingIn : undefined,
  )
  // No places are made for what has not come: the sooner the host is asked for it.
  if (isWaiting) return <Coming sessions={columns.map(({ session }) => session)} />
  const shown = <Columns columns={columns} />
  if (!framed) return <WaitingFrame>{shown}</WaitingFrame>
  return (
    <SessionScope session={framed.session}>
      <SessionFrame column={framed} focusNext={focusNext} wish={wish} onGrant={onGrant}>
        {shown}
      </SessionFrame>
    </SessionScope>
  )
}

function Coming({ sessions }: { readonly sessions: readonly OpenSession[] }) {
  return (
    <>
      <WaitingPage />
      {sessions.map((session) => (
        <TreeAhead key={session.sessionId} session={session} />
      ))}
    </>
  )
}

/** What was asked for from outside a session: a file in its editor, a place, or what waits in it. */
export type Wish =
  | { readonly path: string }
  | { readonly place: Place }
  | { readonly waitingIn: SessionId; readonly card: WaitingCard | undefined }

interface SessionFrameProps {
  /** The one that title bar, rail and commands are about. */
  readonly column: ColumnProps
  /** Absent where there is no other. */
  readonly focusNext: (() => void) | undefined
  readonly wish: Wish | undefined
  /** Once it is there. */
  readonly onGrant: () => void
  readonly children: ReactNode
}

/** The window around the sessions that are open. */
function SessionFrame(props: SessionFrameProps) {
  const { column, focusNext, wish, onGrant, children } = props
  const workbench = useWorkbench(column.dock)
  const close = column.place.isOnly ? undefined : column.onClose
  const session = useSessionHere({ workbench, focusNext, close })
  const isLive = useIsLive()
  useWish(workbench, { wish, onGrant, onWaiting: session.goToWaiting })
  useAwaitedSearch(workbench)
  return (
    <NavigationContext value={column.navigation}>
      <Frame
        crumb={<SessionCrumb key={column.session.sessionId} />}
        status={<SessionStatus onWaiting={() => session.goToWaiting()} />}
        rail={<Rail session={{ available: places, shown: workbench.places, onGo: workbench.go }} />}
        isPast={!isLive}
        session={session}
      >
        {children}
      </Frame>
    </NavigationContext>
  )
}

interface Wishing extends Pick<SessionFrameProps, 'wish' | 'onGrant'> {
  readonly onWaiting: (card?: WaitingCard) => void
}

/** A file that is wished for is the one of now. */
function useWish(workbench: Workbench, { wish, onGrant, onWaiting }: Wishing): void {
  const sessionId = useSessionId()
  const { select } = useSelection()
  const { goLive } = usePlayheadControls()
  const show = useEffectEvent((wished: Wish) => {
    // Another session may still be on screen.
    if ('waitingIn' in wished && wished.waitingIn !== sessionId) return
    onGrant()
    if ('waitingIn' in wished) {
      onWaiting(wished.card)
      return
    }
    if ('place' in wished) {
      workbench.show(panelOf[wished.place])
      focusPanelSoon(panelOf[wished.place])
      return
    }
    goLive()
    workbench.show('editor')
    select({ path: wished.path, line: undefined })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wish may be for the session that comes.
  useEffect(() => {
    if (wish) show(wish)
  }, [wish, sessionId])
}

/** What was looked for before there was a session to look in. */
function useAwaitedSearch(workbench: Workbench): void {
  const sessionId = useSessionId()
  const [{ awaitedIn }, ask] = useAskedSearch()
  useEffect(() => {
    if (!awaitedIn) return
    ask({ awaitedIn: undefined })
    // Another one was opened instead: nobody waits any more.
    if (awaitedIn !== sessionId) return
    workbench.show('search')
    focusSearchSoon()
  })
}

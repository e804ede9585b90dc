import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { SessionId } from '#shared/ids.ts'
import { useAskedSearch } from '../client/asked-search.ts'
import { NavigationContext, type WaitingCard } from '../client/navigation.tsx'
import {
  useIsLive,
  usePlayheadControls,
  useSelection,
  useSessionId,
} from '../client/session-context.tsx'
import type { ColumnProps } from './columns/column.tsx'
import { type Place, panelOf, places } from './dock/dock-panels.ts'
import { focusPanelSoon, focusSearchSoon } from './focus.ts'
import { Frame } from './frame.tsx'
import { Rail } from './rail.tsx'
import { SessionCrumb } from './session-crumb.tsx'
import { SessionStatus } from './session-status.tsx'
import { useSessionHere } from './use-session-here.ts'
import { useWorkbench, type Workbench } from './workbench.ts'

/** What was asked for from outside a session: a file in its editor, a place, or what waits in it. */
export type Wish =
  | { readonly path: string }
  | { readonly place: Place }
  | { readonly waitingIn: SessionId; readonly card: WaitingCard | undefined }

export interface SessionFrameProps {
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
export function SessionFrame(props: SessionFrameProps) {
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

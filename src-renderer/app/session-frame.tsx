import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useAskedSearch } from '../client/asked-search.ts'
import { NavigationContext } from '../client/navigation.tsx'
import {
  useIsLive,
  usePlayheadControls,
  useSelection,
  useSessionId,
} from '../client/session-context.tsx'
import type { ColumnProps } from './columns/column.tsx'
import { places } from './dock/dock-panels.ts'
import { focusSearchSoon } from './focus.ts'
import { Frame } from './frame.tsx'
import { Rail } from './rail.tsx'
import { SessionCrumb } from './session-crumb.tsx'
import { SessionStatus } from './session-status.tsx'
import { useSessionHere } from './use-session-here.ts'
import { useWorkbench, type Workbench } from './workbench.ts'

export interface SessionFrameProps {
  /** The one that title bar, rail and commands are about. */
  readonly column: ColumnProps
  /** Absent where there is no other. */
  readonly focusNext: (() => void) | undefined
  /** To be opened in the editor. */
  readonly file: string | undefined
  /** Once it is. */
  readonly onShowFile: () => void
  readonly children: ReactNode
}

/** The window around the sessions that are open. */
export function SessionFrame(props: SessionFrameProps) {
  const { column, focusNext, file, onShowFile, children } = props
  const workbench = useWorkbench(column.dock)
  const close = column.place.isOnly ? undefined : column.onClose
  const session = useSessionHere({ workbench, focusNext, close })
  const isLive = useIsLive()
  useWishedFile(workbench, { file, onShowFile })
  useAwaitedSearch(workbench)
  return (
    <NavigationContext value={column.navigation}>
      <Frame
        crumb={<SessionCrumb key={column.session.sessionId} />}
        status={<SessionStatus onWaiting={session.goToWaiting} />}
        rail={<Rail session={{ available: places, shown: workbench.places, onGo: workbench.go }} />}
        isPast={!isLive}
        session={session}
      >
        {children}
      </Frame>
    </NavigationContext>
  )
}

/** What was asked for from outside the session is of now. */
function useWishedFile(
  workbench: Workbench,
  { file, onShowFile }: Pick<SessionFrameProps, 'file' | 'onShowFile'>,
): void {
  const { select } = useSelection()
  const { goLive } = usePlayheadControls()
  const show = useEffectEvent((path: string) => {
    onShowFile()
    goLive()
    workbench.show('editor')
    select({ path, line: undefined })
  })
  useEffect(() => {
    if (file !== undefined) show(file)
  }, [file])
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

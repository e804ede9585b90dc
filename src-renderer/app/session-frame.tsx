import { useEffect, useEffectEvent } from 'react'
import { usePlayhead, useSelection } from '../client/session-context.tsx'
import { Announcements } from './announcements.tsx'
import { focusPrompt } from './focus.ts'
import { Frame } from './frame.tsx'
import { Rail } from './rail.tsx'
import { SessionCrumb } from './session-crumb.tsx'
import { SessionLayout } from './session-layout.tsx'
import { SessionStatus } from './session-status.tsx'
import { useSessionHere } from './use-session-here.ts'
import { useWorkbench, type Workbench } from './workbench.ts'

export interface SessionFrameProps {
  /** To be opened in the editor. */
  readonly file: string | undefined
  /** Once it is. */
  readonly onShowFile: () => void
}

/** The window around an open session. A person who comes to it goes on in the prompt. */
export function SessionFrame(wish: SessionFrameProps) {
  const workbench = useWorkbench()
  const session = useSessionHere(workbench)
  const { playhead } = usePlayhead()
  useEffect(() => focusPrompt(), [])
  useWishedFile(workbench, wish)
  return (
    <Frame
      crumb={<SessionCrumb />}
      status={<SessionStatus />}
      rail={
        <Rail
          available={['sessions', 'files', 'terminals', 'log', 'cost']}
          shown={workbench.places}
          onGo={workbench.go}
        />
      }
      isPast={playhead !== 'live'}
      session={session}
    >
      <SessionLayout workbench={workbench} />
      <Announcements />
    </Frame>
  )
}

/** What was asked for from outside the session is of now. */
function useWishedFile(workbench: Workbench, { file, onShowFile }: SessionFrameProps): void {
  const { select } = useSelection()
  const { goLive } = usePlayhead()
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

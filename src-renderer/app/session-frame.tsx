import { useEffect } from 'react'
import { usePlayhead } from '../client/session-context.tsx'
import { Announcements } from './announcements.tsx'
import { focusPrompt } from './focus.ts'
import { Frame } from './frame.tsx'
import { Rail } from './rail.tsx'
import { SessionCrumb } from './session-crumb.tsx'
import { SessionLayout } from './session-layout.tsx'
import { SessionStatus } from './session-status.tsx'
import { useSessionHere } from './use-session-here.ts'
import { useWorkbench } from './workbench.ts'

/** The window around an open session. A person who comes to it goes on in the prompt. */
export function SessionFrame() {
  const workbench = useWorkbench()
  const session = useSessionHere(workbench)
  const { playhead } = usePlayhead()
  useEffect(() => focusPrompt(), [])
  return (
    <Frame
      crumb={<SessionCrumb />}
      status={<SessionStatus />}
      rail={
        <Rail
          available={['sessions', 'files', 'terminals', 'cost']}
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

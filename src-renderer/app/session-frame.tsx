import { lazy, Suspense, useState } from 'react'
import { useNavigation } from '../client/navigation.tsx'
import { usePlayhead } from '../client/session-context.tsx'
import { Announcements } from './announcements.tsx'
import { focusPrompt, focusWaiting } from './focus.ts'
import { Frame } from './frame.tsx'
import { placeKeys, Rail } from './rail.tsx'
import { useSessionActions } from './session-actions.tsx'
import { SessionCrumb } from './session-crumb.tsx'
import { SessionLayout } from './session-layout.tsx'
import { SessionStatus } from './session-status.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { useWorkbench } from './workbench.ts'

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}))

/** The window around an open session. */
export function SessionFrame() {
  const [isCommanding, setCommanding] = useState(false)
  const workbench = useWorkbench()
  const actions = useSessionActions(workbench)
  const { playhead } = usePlayhead()
  const { openSettings } = useNavigation()
  const openCommands = () => setCommanding(true)
  useShortcuts({
    k: openCommands,
    b: () => workbench.go(workbench.left === 'none' ? 'files' : workbench.left),
    [placeKeys.sessions]: () => workbench.go('sessions'),
    [placeKeys.files]: () => workbench.go('files'),
    [placeKeys.terminals]: () => workbench.go('terminals'),
    [placeKeys.cost]: () => workbench.go('cost'),
    [placeKeys.settings]: openSettings,
    l: focusPrompt,
    'shift+a': focusWaiting,
  })
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
      onCommand={openCommands}
    >
      <SessionLayout workbench={workbench} />
      <Announcements />
      <Suspense>
        {isCommanding && <CommandPalette actions={actions} onClose={() => setCommanding(false)} />}
      </Suspense>
    </Frame>
  )
}

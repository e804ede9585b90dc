import { lazy, Suspense, useState } from 'react'
import { useNavigation } from '../client/navigation.tsx'
import { WelcomePanel } from '../panels/welcome/welcome-panel.tsx'
import { Frame } from './frame.tsx'
import { placeKeys, Rail } from './rail.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}))

/** The window before a session is open. */
export function WelcomePage() {
  const [isCommanding, setCommanding] = useState(false)
  const { openSettings } = useNavigation()
  useShortcuts({ k: () => setCommanding(true), [placeKeys.settings]: openSettings })
  return (
    <Frame
      crumb={<span>Orrery</span>}
      rail={<Rail available={['sessions']} shown={['sessions']} onGo={() => {}} />}
      onCommand={() => setCommanding(true)}
    >
      <WelcomePanel />
      <Suspense>
        {isCommanding && (
          <CommandPalette
            actions={[{ title: 'Settings', act: openSettings }]}
            onClose={() => setCommanding(false)}
          />
        )}
      </Suspense>
    </Frame>
  )
}

import { useNavigation } from '../client/navigation.tsx'
import { WelcomePanel } from '../panels/welcome/welcome-panel.tsx'
import { Frame } from './frame.tsx'
import { Rail } from './rail.tsx'

/** The window before a session is open. */
export function WelcomePage() {
  const { openSpending } = useNavigation()
  return (
    <Frame
      crumb={<span>Orrery</span>}
      rail={<Rail available={['cost']} shown={[]} onGo={openSpending} />}
    >
      <WelcomePanel />
    </Frame>
  )
}

import { loadedLater } from '../ui/loaded-later.tsx'
import { Frame } from './frame.tsx'
import { Rail } from './rail.tsx'

/** Who comes back to a session does without it. */
const WelcomePanel = loadedLater(
  async () => (await import('../panels/welcome/welcome-panel.tsx')).WelcomePanel,
)

/** The window before a session is open. */
export function WelcomePage() {
  return (
    <Frame crumb={<span>Orrery</span>} rail={<Rail />}>
      <WelcomePanel />
    </Frame>
  )
}

import { ArrowLeft } from 'lucide-react'
import { lazy } from 'react'
import { useNavigation } from '../client/navigation.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Landmark } from '../ui/landmark.tsx'
import styles from './compare-page.module.css'
import { Frame } from './frame.tsx'
import { Rail } from './rail.tsx'

const SpendingPanel = lazy(async () => ({
  default: (await import('../panels/spending/spending-panel.tsx')).SpendingPanel,
}))

/** The window while one looks at what all sessions cost. */
export function SpendingPage() {
  const { openWelcome } = useNavigation()
  const goBack = () => (history.length > 1 ? history.back() : openWelcome())
  return (
    <Frame
      crumb={
        <>
          <IconButton label="Back" onClick={goBack}>
            <ArrowLeft aria-hidden="true" />
          </IconButton>
          <h1 className={styles.title}>Cost</h1>
        </>
      }
      rail={<Rail available={['cost']} shown={['cost']} onGo={goBack} />}
    >
      <Landmark title="Cost" panel="spending">
        <SpendingPanel />
      </Landmark>
    </Frame>
  )
}

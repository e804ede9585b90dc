import { ArrowLeft } from 'lucide-react'
import { lazy } from 'react'
import { useNavigation } from '../client/navigation.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Landmark } from '../ui/landmark.tsx'
import styles from './compare-page.module.css'
import { Frame } from './frame.tsx'
import { Rail } from './rail.tsx'

const InboxPanel = lazy(async () => ({
  default: (await import('../panels/inbox/inbox-panel.tsx')).InboxPanel,
}))

/** The window while one goes through what waits in all sessions. */
export function InboxPage() {
  const { openWelcome } = useNavigation()
  const goBack = () => (history.length > 1 ? history.back() : openWelcome())
  return (
    <Frame
      crumb={
        <>
          <IconButton label="Back" onClick={goBack}>
            <ArrowLeft aria-hidden="true" />
          </IconButton>
          <h1 className={styles.title}>Inbox</h1>
        </>
      }
      rail={<Rail available={[]} shown={[]} onGo={() => {}} onLeaveInbox={goBack} />}
    >
      <Landmark title="Inbox" panel="inbox">
        <InboxPanel />
      </Landmark>
    </Frame>
  )
}

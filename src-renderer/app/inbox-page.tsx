import { loadedLater } from '../ui/loaded-later.tsx'
import { goBack } from './route.ts'
import { WholePage } from './whole-page.tsx'

const InboxPanel = loadedLater(
  async () => (await import('../panels/inbox/inbox-panel.tsx')).InboxPanel,
  'Loading what waits',
)

/** The window while one goes through what waits in all sessions. */
export function InboxPage() {
  return (
    <WholePage
      title="Inbox"
      panel="inbox"
      back={{ label: 'Back', go: goBack }}
      onLeave={{ inbox: goBack }}
    >
      <InboxPanel />
    </WholePage>
  )
}

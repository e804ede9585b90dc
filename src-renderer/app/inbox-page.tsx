import { loadedLater } from '../ui/loaded-later.tsx'
import { goBack } from './route.ts'
import { WholePage, type WholePageProps } from './whole-page.tsx'

const InboxPanel = loadedLater(
  async () => (await import('../panels/inbox/inbox-panel.tsx')).InboxPanel,
  'Loading what waits',
)

/** The window while one goes through what waits in all sessions. */
export function InboxPage({ onGoBackTo }: Pick<WholePageProps, 'onGoBackTo'>) {
  return (
    <WholePage
      title="Inbox"
      panel="inbox"
      back={{ label: 'Back', go: goBack }}
      onLeave={{ inbox: goBack }}
      onGoBackTo={onGoBackTo}
    >
      <InboxPanel />
    </WholePage>
  )
}

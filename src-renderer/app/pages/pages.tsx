import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { onEscape } from '../../keyboard/keys.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import { goBack, type RunPlace } from '../../navigation/route.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { loadedLater } from '../../ui/loading/lazy-component.tsx'
import { Landmark } from '../../ui/panels/landmark.tsx'
import { Frame } from '../frame/frame.tsx'
import { Rail, type RailProps } from '../frame/rail.tsx'
import styles from './pages.module.css'

export interface WholePageProps extends Pick<RailProps, 'onLeave' | 'onGoBackTo'> {
  readonly title: string
  /** What finds it in the page. */
  readonly panel: string
  /** Where the arrow before the title leads. */
  readonly back: { readonly label: string; readonly go: () => void }
  readonly children: ReactNode
}

/** The window while one panel has all of it, outside of any session; Escape leads back. */
function WholePage(props: WholePageProps) {
  const { title, panel, back, onLeave, onGoBackTo, children } = props
  return (
    <Frame
      crumb={
        <>
          <IconButton label={back.label} onClick={back.go}>
            <ArrowLeft aria-hidden="true" />
          </IconButton>
          <h1 className={styles.title}>{title}</h1>
        </>
      }
      rail={<Rail onLeave={onLeave} onGoBackTo={onGoBackTo} />}
    >
      <Landmark title={title} panel={panel} onKeyDown={onEscape(back.go)}>
        {children}
      </Landmark>
    </Frame>
  )
}

const ComparePanel = loadedLater(
  async () => (await import('../../panels/compare/compare-panel.tsx')).ComparePanel,
  'Loading the comparison',
)

interface ComparePageProps extends Pick<WholePageProps, 'onGoBackTo'> {
  readonly left: RunPlace
  readonly right: RunPlace
}

/** The window while two runs are compared. */
export function ComparePage({ left, right, onGoBackTo }: ComparePageProps) {
  const { openSession, openComparison } = useNavigation()
  const back = { label: 'To the left session', go: () => openSession(left.sessionId) }
  return (
    <WholePage title="Compare two runs" panel="compare" back={back} onGoBackTo={onGoBackTo}>
      <ComparePanel left={left} right={right} onChange={openComparison} />
    </WholePage>
  )
}

const InboxPanel = loadedLater(
  async () => (await import('../../panels/inbox/inbox-panel.tsx')).InboxPanel,
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

const SpendingPanel = loadedLater(
  async () => (await import('../../panels/spending/spending-panel.tsx')).SpendingPanel,
  'Loading what was spent',
)

/** The window while one looks at what all sessions cost. */
export function SpendingPage({ onGoBackTo }: Pick<WholePageProps, 'onGoBackTo'>) {
  return (
    <WholePage
      title="Cost"
      panel="spending"
      back={{ label: 'Back', go: goBack }}
      onLeave={{ spending: goBack }}
      onGoBackTo={onGoBackTo}
    >
      <SpendingPanel />
    </WholePage>
  )
}

/** Who comes back to a session does without it. */
const WelcomePanel = loadedLater(
  async () => (await import('../../panels/welcome/welcome-panel.tsx')).WelcomePanel,
)

/** The window before a session is open. */
export function WelcomePage() {
  return (
    <Frame crumb={<span>Orrery</span>} rail={<Rail />}>
      <WelcomePanel />
    </Frame>
  )
}

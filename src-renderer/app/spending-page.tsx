import { loadedLater } from '../ui/loaded-later.tsx'
import { goBack } from './route.ts'
import { WholePage, type WholePageProps } from './whole-page.tsx'

const SpendingPanel = loadedLater(
  async () => (await import('../panels/spending/spending-panel.tsx')).SpendingPanel,
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

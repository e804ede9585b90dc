import { useNavigation } from '../client/navigation.tsx'
import type { RunPlace } from '../client/run-place.ts'
import { loadedLater } from '../ui/loaded-later.tsx'
import { WholePage, type WholePageProps } from './whole-page.tsx'

const ComparePanel = loadedLater(
  async () => (await import('../panels/compare/compare-panel.tsx')).ComparePanel,
  'Loading the comparison',
)

export interface ComparePageProps extends Pick<WholePageProps, 'onGoBackTo'> {
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

import { useNavigation } from '../client/navigation.tsx'
import type { RunPlace } from '../client/run-place.ts'
import { loadedLater } from '../ui/loaded-later.tsx'
import { WholePage } from './whole-page.tsx'

const ComparePanel = loadedLater(
  async () => (await import('../panels/compare/compare-panel.tsx')).ComparePanel,
  'Loading the comparison',
)

export interface ComparePageProps {
  readonly left: RunPlace
  readonly right: RunPlace
}

/** The window while two runs are compared. */
export function ComparePage({ left, right }: ComparePageProps) {
  const { openSession, openComparison } = useNavigation()
  const back = { label: 'To the left session', go: () => openSession(left.sessionId) }
  return (
    <WholePage title="Compare two runs" panel="compare" back={back}>
      <ComparePanel left={left} right={right} onChange={openComparison} />
    </WholePage>
  )
}

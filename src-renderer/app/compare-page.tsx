import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useNavigation } from '../client/navigation.tsx'
import type { RunPlace } from '../client/run-place.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Loading } from '../ui/notice.tsx'
import styles from './compare-page.module.css'
import { Frame } from './frame.tsx'
import { Rail } from './rail.tsx'

const ComparePanel = lazy(async () => ({
  default: (await import('../panels/compare/compare-panel.tsx')).ComparePanel,
}))

export interface ComparePageProps {
  readonly left: RunPlace
  readonly right: RunPlace
}

/** The window while two runs are compared. */
export function ComparePage({ left, right }: ComparePageProps) {
  const { openSession, openComparison } = useNavigation()
  return (
    <Frame
      crumb={
        <>
          <IconButton label="To the left session" onClick={() => openSession(left.sessionId)}>
            <ArrowLeft aria-hidden="true" />
          </IconButton>
          <h1 className={styles.title}>Compare two runs</h1>
        </>
      }
      rail={<Rail available={[]} shown={[]} onGo={() => {}} />}
    >
      <ErrorBoundary what="The comparison">
        <Suspense fallback={<Loading label="Loading the comparison" />}>
          <ComparePanel left={left} right={right} onChange={openComparison} />
        </Suspense>
      </ErrorBoundary>
    </Frame>
  )
}

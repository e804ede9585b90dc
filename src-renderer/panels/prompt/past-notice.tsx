import { usePlayhead, useSessionView } from '../../client/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { formatClock } from '../../ui/format.ts'
import styles from './prompt.module.css'

export function PastNotice() {
  const { at } = useSessionView()
  const { goLive } = usePlayhead()
  return (
    <div className={styles.past}>
      <p>At {formatClock(at)}. Everything is as it was then.</p>
      <Button variant="primary" shortcut="L" onClick={goLive}>
        Back to live
      </Button>
    </div>
  )
}

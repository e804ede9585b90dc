import { useNavigation } from '../../client/navigation.tsx'
import { useMoment, usePlayhead, useSessionId } from '../../client/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { formatClock } from '../../ui/format.ts'
import styles from './prompt.module.css'

/** What stands in place of the prompt box in the past. The button that leads back is the transport's. */
export function PastNotice() {
  const { at, seq } = useMoment()
  const { goLive } = usePlayhead()
  const { openPast } = useNavigation()
  const moment = { sessionId: useSessionId(), seq }
  return (
    <div className={styles.past}>
      <p>
        At {formatClock(at)}. Everything is as it was then.{' '}
        <button type="button" className={styles.wayBack} onClick={goLive}>
          Return to the end
        </button>
      </p>
      <div className={styles.doings}>
        <Button isSmall variant="quiet" onClick={() => openPast('rewind', moment, goLive)}>
          Rewind to here…
        </Button>
        <Button isSmall onClick={() => openPast('fork', moment, goLive)}>
          Fork from here…
        </Button>
      </div>
    </div>
  )
}

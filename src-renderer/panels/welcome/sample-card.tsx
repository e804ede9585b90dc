import { Play } from 'lucide-react'
import { useHostDescription, useSessions } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { formatDuration, formatNumber } from '../../ui/format.ts'
import { SampleLanes } from './sample-lanes.tsx'
import styles from './welcome.module.css'

/** A run to look at, for those who have nothing set up yet, and as often as one likes. */
export function SampleCard({ isFirst }: { readonly isFirst: boolean }) {
  const sample = useHostDescription().data?.sample
  const { data: sessions } = useSessions()
  const client = useHost()
  const { openSession } = useNavigation()
  const open = useCommand(async (isReplay: boolean) => {
    const { sessionId } = await client['sessions.openSample']({})
    openSession(sessionId, isReplay ? 'replay' : 'live')
  })
  if (!sample) return null
  const isKnown = sessions?.some(({ id }) => id === sample.sessionId)
  return (
    <section className={styles.card} aria-labelledby="sample">
      <div className={styles.cardHead}>
        <h2 id="sample">{isKnown ? 'The sample run' : 'See a run first'}</h2>
        <span>{formatDuration(sample.durationMs)}</span>
      </div>
      <p>
        {sample.title}: a lead and {formatNumber(sample.agents - 1, 'subagent')}. Nothing to set up.
      </p>
      {sample.lanes && <SampleLanes lanes={sample.lanes} durationMs={sample.durationMs} />}
      <div className={styles.cardButtons}>
        <Button
          variant={isFirst ? 'primary' : 'plain'}
          disabled={open.isRunning}
          onClick={() => void open.run?.(true)}
        >
          <Play aria-hidden="true" /> {isKnown ? 'Replay it again' : 'Replay it'}
        </Button>
        {isKnown && (
          <Button variant="quiet" disabled={open.isRunning} onClick={() => void open.run?.(false)}>
            Open its end
          </Button>
        )}
      </div>
      {open.error && <p role="alert">{open.error}</p>}
    </section>
  )
}

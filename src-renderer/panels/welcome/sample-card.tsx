import { Play } from 'lucide-react'
import { useHostDescription } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { formatDuration, formatNumber } from '../../ui/format.ts'
import styles from './welcome.module.css'

/** A run to look at, for those who have nothing set up yet. */
export function SampleCard() {
  const sample = useHostDescription().data?.sample
  const client = useHost()
  const { openSession } = useNavigation()
  const open = useCommand(async () => {
    const { sessionId } = await client['sessions.openSample']({})
    openSession(sessionId, { isReplay: true })
  })
  if (!sample) return null
  return (
    <section className={styles.card} aria-labelledby="sample">
      <div className={styles.cardHead}>
        <h2 id="sample">See a run first</h2>
        <span>{formatDuration(sample.durationMs)}</span>
      </div>
      <p>
        {sample.title}: a lead and {formatNumber(sample.agents - 1, 'subagent')}. Nothing to set up.
      </p>
      <LanesDrawing />
      <Button disabled={open.isRunning} onClick={() => void open.run?.()}>
        <Play aria-hidden="true" /> Replay it
      </Button>
      {open.error && <p role="alert">{open.error}</p>}
    </section>
  )
}

/** Lane, where it begins, how long it is. */
const SPANS = [
  [0, 0, 10],
  [0, 62, 3],
  [0, 230, 30],
  [0, 300, 80],
  [1, 70, 70],
  [1, 150, 60],
  [2, 70, 40],
  [2, 120, 70],
  [3, 235, 50],
  [3, 296, 40],
] as const

function LanesDrawing() {
  return (
    <svg
      className={styles.lanes}
      viewBox="0 0 420 96"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {SPANS.map(([lane, from, width]) => (
        <rect
          key={`${lane}-${from}`}
          x={from + 20}
          y={14 + lane * 19}
          width={width}
          height="11"
          rx="3"
          fill={`var(--agent-${lane})`}
          opacity=".85"
        />
      ))}
      <line x1="252" x2="252" y1="4" y2="92" stroke="var(--accent)" strokeWidth="1.500" />
    </svg>
  )
}

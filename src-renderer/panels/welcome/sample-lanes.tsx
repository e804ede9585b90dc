import type { WorkLanes } from '#shared/contract/host.ts'
import styles from './welcome.module.css'

const [WIDTH, EDGE, TOP, PITCH, HEIGHT] = [420, 16, 14, 19, 11]

export interface SampleLanesProps {
  readonly lanes: WorkLanes
  readonly durationMs: number
}

/** When each agent of the recording was at work. */
export function SampleLanes({ lanes, durationMs }: SampleLanesProps) {
  const scale = (WIDTH - 2 * EDGE) / durationMs
  const height = 2 * TOP + (lanes.length - 1) * PITCH + HEIGHT
  return (
    <svg
      className={styles.lanes}
      viewBox={`0 0 ${WIDTH} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {lanes.flatMap(toBlocks).map(({ id, lane, from, to }) => (
        <rect
          key={id}
          x={EDGE + from * scale}
          y={TOP + lane * PITCH}
          width={Math.max(2, (to - from) * scale)}
          height={HEIGHT}
          rx="3"
          fill={`var(--agent-${lane === 0 ? 0 : ((lane - 1) % 7) + 1})`}
        />
      ))}
    </svg>
  )
}

function toBlocks(spans: WorkLanes[number], lane: number) {
  return spans.map(([from, to]) => ({ id: `${lane}-${from}`, lane, from, to }))
}

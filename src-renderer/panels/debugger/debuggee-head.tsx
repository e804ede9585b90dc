import type { Debuggee } from '#shared/projections/debugging.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { OngoingDot } from '../../cards/ongoing-dot.tsx'
import { useHue } from '../../client/agent-hues.ts'
import { nameOf } from '../../client/lane-words.ts'
import { useSelection, useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { Dot, Swatch } from '../../ui/chip.tsx'
import styles from './debugger.module.css'
import { tellDebuggee } from './debugger-words.ts'

/** What is debugged, by whom, and how it stands. */
export function DebuggeeHead({ debuggee }: { readonly debuggee: Debuggee }) {
  const { agentId, spanId, title, type, standing, end } = debuggee
  const { select } = useSelection()
  const hue = useHue(agentId)
  const who = useProjection(useSessionView(), 'timeline', ({ lanes }: TimelineState) => {
    const lane = agentId && lanes[agentId]
    return lane ? nameOf(lane) : 'an agent'
  })
  return (
    <section className={styles.head} aria-label="Program">
      <h3>
        {end || standing ? (
          <Dot color={end ? 'var(--text-3)' : 'var(--accent)'} />
        ) : (
          <OngoingDot color="var(--ok)" />
        )}
        <button
          type="button"
          title="Show the call that started it"
          onClick={() => select({ spanId })}
        >
          {title}
        </button>
      </h3>
      <p className={styles.state}>
        {tellDebuggee(debuggee)}
        {standing?.thread && ` in thread ${standing.thread}`}
      </p>
      <p className={styles.who}>
        <Swatch color={hue} />
        {who} · {type}
      </p>
      {standing?.text && <p className={styles.text}>{standing.text}</p>}
      {end?.reason && <p className={styles.reason}>{end.reason}</p>}
    </section>
  )
}

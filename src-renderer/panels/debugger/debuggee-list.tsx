import type { SpanId } from '#shared/ids.ts'
import type { Debuggee } from '#shared/projections/debugging.ts'
import { useHue } from '../../client/agent-hues.ts'
import { Swatch } from '../../ui/chip.tsx'
import styles from './debugger.module.css'
import { tellDebuggee } from './debugger-words.ts'

interface DebuggeeListProps {
  readonly all: readonly Debuggee[]
  readonly shownId: SpanId
  readonly onChoose: (id: SpanId) => void
}

/** The programs that were debugged so far, to choose from: below what stands, which they would push out of sight. */
export function DebuggeeList({ all, shownId, onChoose }: DebuggeeListProps) {
  return (
    <section className={styles.section} aria-label="Programs">
      <h3>Programs</h3>
      <ul aria-label="Programs">
        {all.map((debuggee) => (
          <DebuggeeRow
            key={debuggee.spanId}
            debuggee={debuggee}
            isShown={debuggee.spanId === shownId}
            onChoose={() => onChoose(debuggee.spanId)}
          />
        ))}
      </ul>
    </section>
  )
}

interface DebuggeeRowProps {
  readonly debuggee: Debuggee
  readonly isShown: boolean
  readonly onChoose: () => void
}

function DebuggeeRow({ debuggee, isShown, onChoose }: DebuggeeRowProps) {
  const hue = useHue(debuggee.agentId)
  return (
    <li>
      <button type="button" className={styles.row} aria-pressed={isShown} onClick={onChoose}>
        <Swatch color={hue} />
        <span className={styles.name} title={debuggee.title}>
          {debuggee.title}
        </span>
        <span className={styles.aside}>{tellDebuggee(debuggee)}</span>
      </button>
    </li>
  )
}

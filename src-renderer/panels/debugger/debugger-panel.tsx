import { Bug } from 'lucide-react'
import { useState } from 'react'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Debuggee, DebuggingState } from '#shared/projections/debugging.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { OngoingDot } from '../../cards/ongoing-dot.tsx'
import { useHue } from '../../session/agents/agent-colors.ts'
import { nameOf } from '../../session/agents/format-agent.ts'
import { useSelection, useSessionView } from '../../session/session-context.tsx'
import { sameItems, useProjection } from '../../session/use-projection.ts'
import { Dot, Swatch } from '../../ui/buttons/chip.tsx'
import { Empty } from '../../ui/loading/notice.tsx'
import { TitleBar } from '../../ui/panels/panel-bar.tsx'
import { BreakpointList, FrameList, tellDebuggee, VariableList } from './debuggee-lists.tsx'
import styles from './debugger.module.css'

/** What agents debug, at the playhead: where a program stands, its stack, and what was seen of it. */
export function DebuggerPanel() {
  const all = useProjection(useSessionView(), 'debugging', selectAll, sameItems)
  const [chosenId, choose] = useState<SpanId>()
  const shown = all.find(({ spanId }) => spanId === chosenId) ?? usualOf(all)
  return (
    <div className={styles.panel}>
      <TitleBar>Debugger</TitleBar>
      {shown ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <div className={styles.body} tabIndex={0}>
          <div className={styles.parts}>
            <DebuggeeHead debuggee={shown} />
            <FrameList debuggee={shown} />
            <VariableList debuggee={shown} />
            <BreakpointList debuggee={shown} />
            {all.length > 1 && (
              <DebuggeeList all={all} shownId={shown.spanId} onChoose={(id) => choose(id)} />
            )}
          </div>
        </div>
      ) : (
        <Empty icon={<Bug aria-hidden="true" />}>
          What an agent runs in the debugger appears here: where it stands, its stack and what the
          agent saw.
        </Empty>
      )}
    </div>
  )
}

function selectAll({ debuggees, order }: DebuggingState): readonly Debuggee[] {
  return order.flatMap((id) => debuggees[id] ?? [])
}

/** The last that stands, else the last that runs, else the last. */
function usualOf(all: readonly Debuggee[]): Debuggee | undefined {
  return all.findLast(({ standing }) => standing) ?? all.findLast(({ end }) => !end) ?? all.at(-1)
}

/** What is debugged, by whom, and how it stands. */
function DebuggeeHead({ debuggee }: { readonly debuggee: Debuggee }) {
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

interface DebuggeeListProps {
  readonly all: readonly Debuggee[]
  readonly shownId: SpanId
  readonly onChoose: (id: SpanId) => void
}

/** The programs that were debugged so far, to choose from: below what stands, which they would push out of sight. */
function DebuggeeList({ all, shownId, onChoose }: DebuggeeListProps) {
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

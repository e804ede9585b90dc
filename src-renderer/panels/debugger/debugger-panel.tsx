import { Bug } from 'lucide-react'
import { useState } from 'react'
import type { SpanId } from '#shared/ids.ts'
import type { Debuggee, DebuggingState } from '#shared/projections/debugging.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { sameItems, useProjection } from '../../client/use-projection.ts'
import { Empty } from '../../ui/notice.tsx'
import { TitleBar } from '../../ui/panel-bar.tsx'
import { DebuggeeHead } from './debuggee-head.tsx'
import { DebuggeeList } from './debuggee-list.tsx'
import { BreakpointList, FrameList, VariableList } from './debuggee-lists.tsx'
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

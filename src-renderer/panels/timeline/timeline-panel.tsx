import { type KeyboardEvent, useRef, useState } from 'react'
import { usePlayAlong } from '../../client/session-context.tsx'
import { useShortcutTable } from '../../client/shortcuts.ts'
import { useSpanPicking } from '../../client/span-picking.ts'
import { FilterField } from './filter-field.tsx'
import { commandOf } from './keys.ts'
import { toggled, useLook } from './look.ts'
import { Stage } from './stage.ts'
import styles from './timeline-panel.module.css'
import { TimelinePlot } from './timeline-plot.tsx'
import { TimelineTree } from './timeline-tree.tsx'
import { Transport } from './transport.tsx'
import { useMarking } from './use-marking.ts'
import { type FilterResult, useMatches } from './use-matches.ts'
import { useMoves } from './use-moves.ts'
import { useAskedActs, useViewActs } from './use-view-acts.ts'
import { ViewMenu } from './view-menu.tsx'
import { WasteButton } from './waste-button.tsx'

/** The instrument at the foot of a session: what happened when, and the playhead that moves every panel. */
export function TimelinePanel() {
  const [stage] = useState(() => new Stage())
  const redraw = useRef(() => {})
  const panel = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { look, change } = useLook()
  const result = useMatches(look.filter)
  const { goTo } = useSpanPicking()
  const marking = useMarking()
  const table = useShortcutTable()
  const act = useViewActs({ stage, redraw, field, look, change, result })
  const move = useMoves(marking)
  useAskedActs(panel, act)
  usePlayAlong(stage)
  const findPlayhead = () => panel.current?.querySelector<HTMLElement>('[role="slider"]') ?? null
  const focusPlayhead = () => findPlayhead()?.focus()
  const onKeyDown = (event: KeyboardEvent) => {
    if (isForWhatHasIt(event)) return
    if (event.key === 'Escape' && look.isFiltering) change({ filter: '', isFiltering: false })
    const command = commandOf(table, event.nativeEvent)
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    if (command.type === 'view') act(command.act)
    else move(command)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys come from whatever inside has the focus.
    <div ref={panel} className={styles.panel} data-view-acts onKeyDown={onKeyDown}>
      <Transport
        stage={stage}
        marking={marking}
        onStep={(step) => move({ type: 'step', step })}
        findPlayhead={findPlayhead}
        tools={
          <>
            <WasteButton look={look} change={change} onGo={goTo} />
            <FilterField {...{ look, change, result, field }} onLeave={focusPlayhead} />
            <ViewMenu look={look} onAct={act} />
          </>
        }
      />
      <TimelinePlot
        stage={stage}
        collapsed={look.collapsed}
        hidden={look.isMatchedOnly ? result.lanesWithout : noLanes}
        matches={result.matches}
        isTinted={look.isTinted}
        onToggleLane={(id) => change({ collapsed: toggled(look.collapsed, id) })}
        redraw={redraw}
      />
      <TimelineTree isShown={look.isTree} result={result} />
    </div>
  )
}

const noLanes: FilterResult['lanesWithout'] = new Set()

/** Space and Enter press the button that has the focus; fields, and what is opened over the panel, take every key. */
function isForWhatHasIt({ key, target, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (!currentTarget.contains(target) || target.closest('input')) return true
  return (key === ' ' || key === 'Enter') && target instanceof HTMLButtonElement
}

import { type KeyboardEvent, useRef, useState } from 'react'
import type { SpanId } from '#shared/ids.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { besideSpeed } from '../../client/pace.ts'
import { useLiveView, usePlayAlong, usePlayhead } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { commandOf, type KeyCommand } from './keys.ts'
import { Stage } from './stage.ts'
import styles from './timeline-panel.module.css'
import { TimelinePlot } from './timeline-plot.tsx'
import { TimelineTree } from './timeline-tree.tsx'
import { Transport } from './transport.tsx'
import { type Marking, useMarking } from './use-marking.ts'
import { useStepping } from './use-stepping.ts'

/** The instrument at the foot of a session: what happened when, and the playhead that moves every panel. */
export function TimelinePanel() {
  const [stage] = useState(() => new Stage())
  const [collapsed, setCollapsed] = useState<ReadonlySet<SpanId>>(new Set())
  const redraw = useRef(() => {})
  const marking = useMarking()
  const run = useKeyCommands({ stage, marking, redraw: () => redraw.current() })
  usePlayAlong(stage)
  const onKeyDown = (event: KeyboardEvent) => {
    const command = isForWhatHasIt(event) ? undefined : commandOf(event)
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    run(command)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys come from whatever inside has the focus.
    <div className={styles.panel} onKeyDown={onKeyDown}>
      <Transport stage={stage} marking={marking} onStep={(step) => run({ type: 'step', step })} />
      <TimelinePlot
        stage={stage}
        collapsed={collapsed}
        onToggleLane={(id) => setCollapsed((all) => toggled(all, id))}
        redraw={redraw}
      />
      <TimelineTree />
    </div>
  )
}

/** Space and Enter press the button that has the focus; a field and a menu take every key. */
function isForWhatHasIt({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('input, [role="menu"]')) return true
  return (key === ' ' || key === 'Enter') && target instanceof HTMLButtonElement
}

function toggled(all: ReadonlySet<SpanId>, id: SpanId): ReadonlySet<SpanId> {
  const next = new Set(all)
  if (!next.delete(id)) next.add(id)
  return next
}

const isRunning = (state: StatusState) => state.runId !== undefined

interface KeyUse {
  readonly stage: Stage
  readonly marking: Marking
  readonly redraw: () => void
}

/** Carries out what a key asks for. */
function useKeyCommands({ stage, marking, redraw }: KeyUse): (command: KeyCommand) => void {
  const { playhead, isPlaying, speed, seek, goLive, play, pause, setSpeed } = usePlayhead()
  const live = useLiveView()
  const isOn = useProjection(live, 'status', isRunning)
  const { stepBy } = useStepping()
  return (command) => {
    switch (command.type) {
      case 'step':
        return stepBy(command.step)
      case 'toggle-playing':
        if (isPlaying) return pause()
        return playhead === 'live' && isOn ? seek(live.seq) : play()
      case 'to-start':
        return seek(1)
      case 'to-end':
      case 'live':
        return goLive()
      case 'bookmark':
        return marking.mark()
      case 'faster':
      case 'slower':
        return setSpeed(besideSpeed(speed, command.type))
      case 'show-all':
        stage.showAll()
        return redraw()
      case 'zoom':
        stage.zoomHere(command.factor)
        return redraw()
    }
  }
}

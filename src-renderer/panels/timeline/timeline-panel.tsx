import { type KeyboardEvent, useRef, useState } from 'react'
import type { SpanId } from '#shared/ids.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { useLiveView, usePlayhead } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { commandOf, type KeyCommand } from './keys.ts'
import { Stage } from './stage.ts'
import { findStep, type Step } from './steps.ts'
import styles from './timeline-panel.module.css'
import { TimelinePlot } from './timeline-plot.tsx'
import { TimelineTree } from './timeline-tree.tsx'
import { Transport } from './transport.tsx'

/** The instrument at the foot of a session: what happened when, and the playhead that moves every panel. */
export function TimelinePanel() {
  const [stage] = useState(() => new Stage())
  const [collapsed, setCollapsed] = useState<ReadonlySet<SpanId>>(new Set())
  const redraw = useRef(() => {})
  const run = useKeyCommands(stage, () => redraw.current())
  const onKeyDown = (event: KeyboardEvent) => {
    const command = isForAButton(event) ? undefined : commandOf(event)
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    run(command)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys come from whatever inside has the focus.
    <div className={styles.panel} onKeyDown={onKeyDown}>
      <Transport stage={stage} onStep={(step) => run({ type: 'step', step })} />
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

/** Space and Enter press the button that has the focus. */
function isForAButton({ key, target }: KeyboardEvent): boolean {
  return (key === ' ' || key === 'Enter') && target instanceof HTMLButtonElement
}

function toggled(all: ReadonlySet<SpanId>, id: SpanId): ReadonlySet<SpanId> {
  const next = new Set(all)
  if (!next.delete(id)) next.add(id)
  return next
}

const isRunning = (state: StatusState) => state.runId !== undefined

/** Carries out what a key asks for. */
function useKeyCommands(stage: Stage, redraw: () => void): (command: KeyCommand) => void {
  const { playhead, isPlaying, seek, goLive, play, pause } = usePlayhead()
  const live = useLiveView()
  const isOn = useProjection(live, 'status', isRunning)
  const stepBy = (step: Step) => {
    const from = playhead === 'live' ? live.seq : playhead
    const seq = findStep(live.state('timeline'), from, step)
    if (seq === undefined || seq >= live.seq) goLive()
    else seek(seq)
  }
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
      case 'show-all':
        stage.showAll()
        return redraw()
      case 'zoom':
        stage.zoomHere(command.factor)
        return redraw()
    }
  }
}

import { useLiveView, usePlayheadControls, useSelection } from './session-context.tsx'
import { useIsRunning } from './use-projection.ts'

interface SpanPicking {
  /** Selects a span. In the past the playhead goes along; who looks at live is not taken away from it. */
  pick(spanId: string): void
  /** Selects a span, and moves the playhead to it, unless that would leave a run that is watched. */
  pickInTime(spanId: string): void
  /** Selects a span, and moves the playhead to where it ended; to live where it has not. */
  goTo(spanId: string): void
}

/** What is selected is looked at in its own moment: these say when the playhead moves there. */
export function useSpanPicking(): SpanPicking {
  const controls = usePlayheadControls()
  const { select } = useSelection()
  const live = useLiveView()
  const isOn = useIsRunning(live)
  const goTo = (spanId: string) => {
    select({ spanId })
    const span = live.state('timeline').spans[spanId]
    if (!span) return
    const { endSeq } = span
    if (endSeq === undefined || endSeq >= live.seq) controls.goLive()
    else controls.seek(endSeq)
  }
  const isLive = () => controls.playhead === 'live'
  return {
    goTo,
    pick: (spanId) => (isLive() ? select({ spanId }) : goTo(spanId)),
    pickInTime: (spanId) => (isLive() && isOn ? select({ spanId }) : goTo(spanId)),
  }
}

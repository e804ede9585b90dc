import { useLiveView, usePlayheadControls } from '../../client/session-context.tsx'
import { findStep, isSought, type Step } from './steps.ts'

export interface Stepping {
  stepBy(step: Step): void
  /** Whether a step leads anywhere now. */
  canStep(step: Step): boolean
}

/** Moves the playhead by steps, from where it is then; forward beyond the last one it is live. */
export function useStepping(): Stepping {
  const live = useLiveView()
  const controls = usePlayheadControls()
  const find = (step: Step) => {
    const bookmarks = Object.values(live.state('bookmarks').bySeq).map(({ seq }) => seq)
    const { playhead } = controls
    const from = playhead === 'live' ? live.seq : playhead
    return findStep({ ...live.state('timeline'), bookmarks }, from, step)
  }
  return {
    stepBy: (step) => {
      const seq = find(step)
      if (seq === undefined && isSought(step.stride)) return
      if (seq === undefined || seq >= live.seq) controls.goLive()
      else controls.seek(seq)
    },
    canStep: (step) => {
      if (isSought(step.stride)) return find(step) !== undefined
      return step.direction === 'previous' || controls.playhead !== 'live'
    },
  }
}

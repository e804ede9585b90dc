import { type Keys, keysOf } from '../../../keyboard/keys.ts'
import type { ShortcutTable } from '../../../keyboard/shortcuts.ts'
import { useLiveView, usePlayheadControls } from '../../../session/session-context.tsx'
import { besideSpeed } from '../../../session/store/playback-speed.ts'
import { useIsRunning } from '../../../session/use-projection.ts'
import { findStep, isSought, isStride, type Step } from '../model/playhead-steps.ts'
import { isViewAct, type ViewAct } from './view-actions.ts'

/** What a key asks of the timeline while it has the focus. */
type KeyCommand =
  | { readonly type: 'step'; readonly step: Step }
  | { readonly type: 'toggle-playing' | 'to-start' | 'to-end' | 'live' | 'bookmark' }
  | { readonly type: 'faster' | 'slower' }
  | { readonly type: 'view'; readonly act: ViewAct }

/** Beside those of the commands, which hold before these. */
const further: Readonly<Record<Keys, KeyCommand>> = {
  end: { type: 'to-end' },
  'mod+f': { type: 'view', act: 'filter' },
  'alt+shift+arrowleft': { type: 'view', act: 'pan-back' },
  'alt+shift+arrowright': { type: 'view', act: 'pan-on' },
}

/** What is asked for by the keys that the timeline's commands have now. */
export function commandOf(
  table: ShortcutTable,
  pressed: Parameters<typeof keysOf>[0],
): KeyCommand | undefined {
  const keys = keysOf(pressed)
  if (keys === undefined) return undefined
  const command = table.findIn('the timeline', keys) ?? table.findIn('the timeline', besides(keys))
  return command ? commandNamed(command.id) : further[keys]
}

/** Where plus lies on a keyboard, and what has to be held for it, differs. */
function besides(keys: Keys): Keys {
  return keys === '=' ? '+' : keys
}

const named: Readonly<Record<string, KeyCommand>> = {
  play: { type: 'toggle-playing' },
  'play-faster': { type: 'faster' },
  'play-slower': { type: 'slower' },
  'to-start': { type: 'to-start' },
  'back-to-live': { type: 'live' },
  bookmark: { type: 'bookmark' },
}

/** By the id of the window's command that does the same. */
function commandNamed(id: string): KeyCommand | undefined {
  const [, direction, stride] = /^step-(next|previous)-(.+)$/.exec(id) ?? []
  if ((direction === 'next' || direction === 'previous') && isStride(stride)) {
    return { type: 'step', step: { stride, direction } }
  }
  const act = /^timeline-(.+)$/.exec(id)?.[1]
  return isViewAct(act) ? { type: 'view', act } : named[id]
}

/** Moves the playhead as a key asks for. */
export function useMoves(
  bookmark: () => void,
): (command: Exclude<KeyCommand, { type: 'view' }>) => void {
  const controls = usePlayheadControls()
  const live = useLiveView()
  const isOn = useIsRunning(live)
  const { stepBy } = useStepping()
  return (command) => {
    const { playhead, isPlaying, speed, seek, goLive, play, pause, setSpeed } = controls
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
        return bookmark()
      case 'faster':
      case 'slower':
        return setSpeed(besideSpeed(speed, command.type))
    }
  }
}

interface Stepping {
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

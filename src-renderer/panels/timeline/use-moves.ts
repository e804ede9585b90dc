import { besideSpeed } from '../../client/pace.ts'
import { useLiveView, usePlayheadControls } from '../../client/session-context.tsx'
import { useIsRunning } from '../../client/use-is-running.ts'
import type { KeyCommand } from './keys.ts'
import type { Marking } from './use-marking.ts'
import { useStepping } from './use-stepping.ts'

/** Moves the playhead as a key asks for. */
export function useMoves(
  marking: Marking,
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
        return marking.mark()
      case 'faster':
      case 'slower':
        return setSpeed(besideSpeed(speed, command.type))
    }
  }
}

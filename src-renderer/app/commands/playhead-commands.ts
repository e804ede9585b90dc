import type { Step } from '../../panels/timeline/steps.ts'
import { type Command, inSession, type SessionHere } from './command.ts'

/** What moves the playhead. The keys are the timeline's own. */
export const playheadCommands: readonly Command[] = [
  playheadCommand({
    id: 'back-to-live',
    title: 'Back to live',
    keys: 'l',
    when: isPast,
    run: ({ playhead }) => playhead.goLive(),
  }),
  playheadCommand({
    id: 'play',
    title: 'Play',
    keys: 'space',
    when: (session) => !isMoving(session),
    run: ({ togglePlaying }) => togglePlaying(),
  }),
  playheadCommand({
    id: 'pause',
    title: 'Pause',
    keys: 'space',
    when: isMoving,
    run: ({ togglePlaying }) => togglePlaying(),
  }),
  stepCommand('previous event', 'arrowleft', { stride: 'event', direction: 'previous' }),
  stepCommand('next event', 'arrowright', { stride: 'event', direction: 'next' }),
  stepCommand('previous tool call', 'shift+arrowleft', { stride: 'call', direction: 'previous' }),
  stepCommand('next tool call', 'shift+arrowright', { stride: 'call', direction: 'next' }),
  stepCommand('previous turn', 'pagedown', { stride: 'turn', direction: 'previous' }),
  stepCommand('next turn', 'pageup', { stride: 'turn', direction: 'next' }),
  stepCommand('previous run', 'alt+arrowleft', { stride: 'run', direction: 'previous' }),
  stepCommand('next run', 'alt+arrowright', { stride: 'run', direction: 'next' }),
  stepCommand('previous mark', '[', { stride: 'mark', direction: 'previous' }),
  stepCommand('next mark', ']', { stride: 'mark', direction: 'next' }),
  playheadCommand({
    id: 'to-start',
    title: 'Go to the beginning',
    keys: 'home',
    run: ({ playhead }) => playhead.seek(1),
  }),
]

type PlayheadCommand = Omit<Parameters<typeof inSession>[0], 'group' | 'keysIn'>

function playheadCommand(command: PlayheadCommand): Command {
  return inSession({ ...command, group: 'Playhead', keysIn: 'the timeline' })
}

/** From live on there is nothing further. */
function stepCommand(to: string, keys: string, step: Step): Command {
  return playheadCommand({
    id: `step-${step.direction}-${step.stride}`,
    title: `Step to the ${to}`,
    keys,
    ...(step.direction === 'next' && { when: isPast }),
    run: ({ stepBy }) => stepBy(step),
  })
}

function isPast({ playhead }: SessionHere): boolean {
  return playhead.playhead !== 'live'
}

/** A session that is on moves by itself. */
function isMoving({ playhead, isRunning }: SessionHere): boolean {
  return playhead.isPlaying || (playhead.playhead === 'live' && isRunning)
}

import { viewActs } from '../../panels/timeline/input/view-actions.ts'
import type { Step, Stride } from '../../panels/timeline/model/playhead-steps.ts'
import { besideSpeed } from '../../session/store/playback-speed.ts'
import { actInTimeline, canPress, press } from '../accessibility/focus.ts'
import { type Command, inSession, type SessionHere } from './command.ts'

const viewCommands: readonly Command[] = viewActs.map((entry) =>
  inSession({
    id: `timeline-${entry.act}`,
    title: entry.title,
    group: 'Timeline',
    ...('keys' in entry && { keys: entry.keys }),
    keysIn: 'the timeline',
    run: () => actInTimeline(entry.act),
  }),
)

/** What changes how the timeline is looked at, and what of it. The keys are the timeline's own. */
export const timelineCommands: readonly Command[] = [
  ...viewCommands,
  neighbourCommand('previous-call', 'Inspect the call before'),
  neighbourCommand('next-call', 'Inspect the next call'),
]

/** Of the same agent as the one that is inspected. */
function neighbourCommand(which: 'previous-call' | 'next-call', title: string): Command {
  return inSession({
    id: `inspect-${which}`,
    title,
    group: 'Timeline',
    when: () => canPress(which),
    run: () => press(which),
  })
}

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
    title: 'Play, or hold it here',
    keys: 'space',
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
  ...soughtCommands('error', 'e'),
  ...soughtCommands('approval', 'a'),
  ...soughtCommands('edit', 'd'),
  ...soughtCommands('bookmark', 'm'),
  playheadCommand({
    id: 'to-start',
    title: 'Go to the beginning',
    keys: 'home',
    run: ({ playhead }) => playhead.seek(1),
  }),
  {
    id: 'go-to-event',
    title: 'Go to event…',
    group: 'Playhead',
    when: ({ session }) => session !== undefined,
    run: ({ show }) => show('event'),
  },
  paceCommand('faster', '>'),
  paceCommand('slower', '<'),
  ...[true, false].map(waitsCommand),
  playheadCommand({
    id: 'bookmark',
    title: 'Bookmark this moment',
    keys: 'b',
    when: () => canPress('bookmark'),
    run: () => press('bookmark'),
  }),
  inSession({
    id: 'bookmarks',
    title: 'Show the bookmarks',
    group: 'Playhead',
    when: () => canPress('bookmarks'),
    run: () => press('bookmarks'),
  }),
]

type PlayheadCommand = Omit<Parameters<typeof inSession>[0], 'group' | 'keysIn'>

function playheadCommand(command: PlayheadCommand): Command {
  return inSession({ ...command, group: 'Playhead', keysIn: 'the timeline' })
}

function stepCommand(to: string, keys: string, step: Step): Command {
  return playheadCommand({
    id: `step-${step.direction}-${step.stride}`,
    title: `Step to the ${to}`,
    keys,
    when: ({ canStep }) => canStep(step),
    run: ({ stepBy }) => stepBy(step),
  })
}

/** What is looked for by a letter, with shift backwards. */
function soughtCommands(stride: Stride, key: string): readonly Command[] {
  return [
    stepCommand(`previous ${stride}`, `shift+${key}`, { stride, direction: 'previous' }),
    stepCommand(`next ${stride}`, key, { stride, direction: 'next' }),
  ]
}

function paceCommand(direction: 'faster' | 'slower', keys: string): Command {
  return playheadCommand({
    id: `play-${direction}`,
    title: `Play ${direction}`,
    keys,
    when: ({ playhead: { speed } }) => besideSpeed(speed, direction) !== speed,
    run: ({ playhead: { speed, setSpeed } }) => setSpeed(besideSpeed(speed, direction)),
  })
}

function waitsCommand(inFull: boolean): Command {
  return inSession({
    id: `play-waits-${inFull ? 'in-full' : 'quickly'}`,
    title: inFull ? 'Play waits in full' : 'Play waits quickly',
    group: 'Playhead',
    when: ({ playhead: { waitsInFull } }) => waitsInFull !== inFull,
    run: ({ playhead: { setWaitsInFull } }) => setWaitsInFull(inFull),
  })
}

function isPast({ playhead }: SessionHere): boolean {
  return playhead.playhead !== 'live'
}

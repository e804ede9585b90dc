import type { PastDoing } from '../../navigation/navigation.tsx'
import { canPress, press } from '../accessibility/focus.ts'
import { type Command, inSession, type SessionHere } from './command.ts'

/** What can be done to a session and its run. */
export const sessionCommands: readonly Command[] = [
  inSession({
    id: 'pause',
    title: 'Pause the run',
    group: 'Run',
    when: canSteer,
    run: ({ commands }) => (canPress('pause') ? press('pause') : commands?.pause()),
  }),
  inSession({
    id: 'stop',
    title: 'Stop the run',
    group: 'Run',
    keys: 'mod+.',
    when: canSteer,
    run: ({ commands }) => (canPress('stop') ? press('stop') : commands?.stop()),
  }),
  inSession({
    id: 'kill',
    title: 'Kill the run',
    group: 'Run',
    when: canSteer,
    run: ({ commands }) => commands?.stop('kill'),
  }),
  inSession({
    id: 'stop-and-send',
    title: 'Stop and send',
    group: 'Run',
    keys: 'mod+enter',
    keysIn: 'the prompt',
    when: () => canPress('stop-and-send'),
    run: () => press('stop-and-send'),
  }),
  inSession({
    id: 'resume',
    title: 'Go on with the last run',
    group: 'Run',
    when: ({ commands, canResume }) => commands !== undefined && canResume,
    run: ({ commands }) => commands?.resume(),
  }),
  inSession({
    id: 'compact',
    title: 'Compact now',
    group: 'Run',
    when: ({ commands }) => commands !== undefined,
    run: ({ commands }) => commands?.compact(),
  }),
  inSession({
    id: 'go-to-waiting',
    title: 'Go to what waits for you',
    group: 'Run',
    keys: 'mod+shift+a',
    when: ({ waiting }) => waiting > 0,
    run: ({ goToWaiting }) => goToWaiting(),
  }),
  inSession({
    id: 'write-prompt',
    title: 'Write a prompt',
    group: 'Session',
    keys: 'mod+l',
    when: ({ commands }) => commands !== undefined,
    run: ({ goTo }) => goTo('prompt'),
  }),
  inSession({
    id: 'choose-model',
    title: 'Choose the model…',
    group: 'Session',
    when: () => canPress('model'),
    run: () => press('model'),
  }),
  {
    id: 'use-model',
    title: 'Use the model…',
    group: 'Session',
    when: ({ session }) => session?.commands !== undefined,
    run: ({ show }) => show('model'),
  },
  inSession({
    id: 'choose-profile',
    title: 'Choose the profile…',
    group: 'Session',
    when: () => canPress('profile'),
    run: () => press('profile'),
  }),
  {
    id: 'show-next-prompt',
    title: 'Show the next prompt',
    group: 'Session',
    when: ({ session }) => session !== undefined,
    run: ({ navigation }) => navigation.openNextPrompt(),
  },
  {
    id: 'export-replay',
    title: 'Export the replay…',
    group: 'Session',
    when: ({ session }) => session !== undefined,
    run: ({ show }) => show('export'),
  },
  pastCommand({ id: 'fork', title: 'Fork from here…', doing: 'fork', keys: 'mod+shift+y' }),
  pastCommand({ id: 'rewind', title: 'Rewind to here…', doing: 'rewind', keys: 'mod+shift+h' }),
  delegationCommand(true, 'Let agents delegate in this project'),
  delegationCommand(false, 'Keep agents from delegating in this project'),
  inSession({
    id: 'new-session',
    title: 'New session',
    group: 'Session',
    run: ({ createSession }) => createSession(),
  }),
  inSession({
    id: 'compare-run',
    title: 'Compare this run with…',
    group: 'Session',
    when: ({ compareRun }) => compareRun !== undefined,
    run: ({ compareRun }) => compareRun?.(),
  }),
  inSession({
    id: 'rename-session',
    title: 'Rename the session',
    group: 'Session',
    when: () => canPress('rename'),
    run: () => press('rename'),
  }),
  inSession({
    id: 'delete-session',
    title: 'Delete the session',
    group: 'Session',
    when: ({ deleteSession }) => deleteSession !== undefined,
    run: ({ deleteSession }) => deleteSession?.(),
  }),
  inSession({
    id: 'new-terminal',
    title: 'New terminal',
    group: 'Session',
    when: ({ commands }) => commands !== undefined,
    run: ({ openTerminal }) => openTerminal(),
  }),
]

interface PastCommand extends Pick<Command, 'id' | 'title' | 'keys'> {
  readonly doing: PastDoing
}

/** At the moment the playhead is at; rewinding to the end would take nothing back. */
function pastCommand({ doing, ...named }: PastCommand): Command {
  const canDo = ({ playhead }: SessionHere) => doing === 'fork' || playhead.playhead !== 'live'
  return {
    ...named,
    group: 'Session',
    when: ({ session }) => session !== undefined && canDo(session),
    run: ({ session, navigation }) =>
      session && navigation.openPast(doing, session.moment(), session.playhead.goLive),
  }
}

/** While something is written in the prompt, its buttons are others. */
function canSteer({ commands, isRunning }: SessionHere): boolean {
  return commands !== undefined && isRunning
}

/** What is off everywhere can't be on here. */
function delegationCommand(isOn: boolean, title: string): Command {
  return inSession({
    id: `delegation-${isOn ? 'on' : 'off'}`,
    title,
    group: 'Settings',
    when: ({ delegation }) => delegation?.isOnEverywhere === true && delegation.isOnHere !== isOn,
    run: ({ turnDelegation }) => turnDelegation(isOn),
  })
}

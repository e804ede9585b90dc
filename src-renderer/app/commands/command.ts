import type { AgentList } from '#shared/contract/procedures/agents.ts'
import type { Theme } from '#shared/settings/settings.ts'
import type { Keys } from '../../keyboard/keys.ts'
import type { Shortcut } from '../../keyboard/shortcuts.ts'
import type { Moment, Navigation, WaitingCard } from '../../navigation/navigation.tsx'
import type { PanelName } from '../../panels/index.ts'
import type { Step } from '../../panels/timeline/model/playhead-steps.ts'
import type { EditorLook } from '../../session/editor-display.ts'
import type { SessionCommands } from '../../session/session-commands.ts'
import type { PlayheadControls } from '../../session/session-context.tsx'
import type { Zoom } from '../accessibility/zoom.ts'
import type { Workbench } from '../dock/dock-context.ts'

/** What the window can put over everything else. `folder` and `demo` ask for a folder, `beside` and `session` for a session. */
export type DeskDialog =
  | 'palette'
  | 'beside'
  | 'session'
  | 'model'
  | 'event'
  | 'shortcuts'
  | 'export'
  | 'folder'
  | 'demo'

/** What a command can reach where it is given. */
export interface Here {
  readonly navigation: Navigation
  readonly theme: Theme | undefined
  /** Absent while no session is open. */
  readonly session: SessionHere | undefined
  /** Takes back what was done last; absent where nothing is offered. */
  readonly undo: (() => void) | undefined
  /** Absent in a browser, which has its own. */
  readonly zoom: Zoom | undefined
  /** Absent where no sample is shipped. */
  readonly replaySample: (() => Promise<void>) | undefined
  show(dialog: DeskDialog): void
  /** Asks for a folder, and opens it; `demo` has the demo agent explore it. */
  openFolder(wish: 'folder' | 'demo'): Promise<void>
  changeTheme(theme: Theme): Promise<unknown>
}

/** What a command can reach in a session. */
export interface SessionHere {
  readonly workbench: Workbench
  /** Absent in the past, and out of the host's reach. */
  readonly commands: SessionCommands | undefined
  readonly playhead: PlayheadControls
  /** What is shown last. */
  moment(): Moment
  readonly isRunning: boolean
  /** The last run did not come to its end. */
  readonly canResume: boolean
  /** How many calls wait for a person, or for their word on how they ended. */
  readonly waiting: number
  /** The event that was last written. */
  lastSeq(): number
  stepBy(step: Step): void
  canStep(step: Step): boolean
  /** Plays, or holds the session at this moment. */
  togglePlaying(): void
  goTo(panel: PanelName): void
  goToWaiting(card?: WaitingCard): void
  /** Turns to the session to the right, and from the last to the first; absent where there is one only. */
  readonly focusNextColumn: (() => void) | undefined
  /** Absent where there is no other session to be seen. */
  readonly closeColumn: (() => void) | undefined
  /** Whether agents delegate, everywhere and in this project; absent until it is known. */
  readonly delegation: AgentList['delegation'] | undefined
  /** In this project, from its next run on. */
  turnDelegation(isOn: boolean): Promise<unknown>
  /** How the editor shows files, and what changes it. */
  readonly editorLook: EditorLook
  /** Returns the session's folder, as its log names it. */
  root(): string | undefined
  /** Attaches images, mentions paths below `root`, and moves the focus to the prompt. */
  addToPrompt(images: readonly File[], paths: readonly string[]): Promise<void>
  /** Begins the prompt with a playbook, before what is written. */
  startPlaybook(name: string): void
  createSession(): Promise<void>
  /** Absent while it runs: that has to be asked first. */
  readonly deleteSession: (() => Promise<void>) | undefined
  /** Opens the dialog that starts a code review; absent in the past, and out of the host's reach. */
  readonly startCodeReview: (() => void) | undefined
  /** Asks what the run at the playhead is to be compared with; absent before the first run. */
  readonly compareRun: (() => void) | undefined
  openTerminal(): Promise<void>
}

/** In the order they are listed. */
export const commandGroups = [
  'Open',
  'Run',
  'Session',
  'Editor',
  'Changes',
  'Code review',
  'Playhead',
  'Timeline',
  'Go to',
  'Panels',
  'Window',
  'Settings',
] as const
export type CommandGroup = (typeof commandGroups)[number]

/** Something a person can have done from anywhere in the window. */
export interface Command extends Shortcut {
  /** A verb, and what it is done to. */
  readonly title: string
  readonly group: CommandGroup
  /** Others that do the same where a shell takes the first for itself. */
  readonly keysInShell?: Keys
  /** While one writes, its keys are the field's own. */
  readonly isLeftToText?: boolean
  /** Whether it can be done now; absent: always. */
  readonly when?: (here: Here) => boolean
  readonly run: (here: Here) => unknown
}

interface SessionCommand extends Omit<Command, 'when' | 'run'> {
  readonly when?: (session: SessionHere) => boolean
  readonly run: (session: SessionHere) => unknown
}

/** A command that there is only in a session. */
export function inSession({ when, run, ...rest }: SessionCommand): Command {
  return {
    ...rest,
    when: ({ session }) => session !== undefined && (when?.(session) ?? true),
    run: ({ session }) => session && run(session),
  }
}

/** Where commands are given, and what it has open. */
export interface Desk {
  readonly here: Here
  readonly shown: DeskDialog | undefined
  readonly error: string | undefined
  show(dialog: DeskDialog | undefined): void
  /** Closes what is open, does it, and keeps the sentence where it fails. */
  perform(act: () => unknown): Promise<void>
  /** What is opened so leads to a session. */
  openFolder(wish: 'folder' | 'demo', path: string): Promise<void>
}

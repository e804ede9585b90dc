import type { Keys } from '../../keyboard/keys.ts'
import type { PanelName } from '../../panels/index.ts'
import { canPress, focusOtherTerminal, hasTerminalBeside, press } from '../accessibility/focus.ts'
import type { Place } from '../dock/dock-panels.ts'
import { type Command, inSession, type SessionHere } from './command.ts'

/** The keys that show a place of the rail, or hide it. */
const placeKeys = {
  sessions: 'mod+shift+s',
  files: 'mod+shift+e',
  search: 'mod+shift+f',
  changes: 'mod+shift+g',
  'code-review': 'mod+shift+x',
  tasks: 'mod+shift+k',
  terminals: 'mod+j',
  debugger: 'mod+shift+b',
  logs: 'mod+shift+l',
  cost: 'mod+shift+u',
} as const satisfies Readonly<Record<Place, Keys>>

/** Those that come and go; the search is gone to. */
const placeNames: Readonly<Record<Exclude<Place, 'search'>, string>> = {
  sessions: 'sessions',
  files: 'files',
  changes: 'changes',
  'code-review': 'code review',
  tasks: 'tasks',
  terminals: 'terminals',
  debugger: 'debugger',
  logs: 'logs',
  cost: 'cost',
}

const panelNames = {
  transcript: 'transcript',
  prompt: 'prompt',
  files: 'files',
  sessions: 'sessions',
  plan: 'plan',
  editor: 'editor',
  preview: 'preview',
  changes: 'changes',
  'code-review': 'code review',
  tasks: 'tasks',
  terminals: 'terminals',
  debugger: 'debugger',
  logs: 'logs',
  timeline: 'timeline',
  usage: 'cost',
} as const satisfies Partial<Readonly<Record<PanelName, string>>>

const places: readonly Exclude<Place, 'search'>[] = [
  'files',
  'sessions',
  'changes',
  'code-review',
  'tasks',
  'terminals',
  'debugger',
  'logs',
  'cost',
]
// The names are this object's own.
const panels = Object.keys(panelNames) as (keyof typeof panelNames)[]

/** What shows the parts of the window, and moves the focus between them. */
export const placeCommands: readonly Command[] = [
  ...panels.map((panel) =>
    inSession({
      id: `go-to-${panel}`,
      title: `Go to the ${panelNames[panel]}`,
      group: 'Go to',
      run: ({ goTo }) => goTo(panel),
    }),
  ),
  ...places.map((place) =>
    inSession({
      id: `toggle-${place}`,
      title: `Show or hide the ${placeNames[place]}`,
      group: 'Window',
      keys: placeKeys[place],
      run: (session) => toggle(place, session),
    }),
  ),
  inSession({
    id: 'search',
    title: 'Search all that was said and done',
    group: 'Go to',
    keys: placeKeys.search,
    run: ({ goTo }) => goTo('search'),
  }),
  inSession({
    id: 'find-in-terminal',
    title: 'Find in the terminal…',
    group: 'Go to',
    keys: 'mod+f',
    keysIn: 'a terminal',
    when: () => canPress('find-in-terminal'),
    run: () => press('find-in-terminal'),
  }),
  inSession({
    id: 'split-terminal',
    title: 'Split the terminal to the right',
    group: 'Panels',
    keys: 'mod+shift+d',
    keysIn: 'a terminal',
    when: () => canPress('split-terminal'),
    run: () => press('split-terminal'),
  }),
  inSession({
    id: 'unite-terminals',
    title: 'Show one terminal',
    group: 'Panels',
    when: () => canPress('unite-terminals'),
    run: () => press('unite-terminals'),
  }),
  inSession({
    id: 'reset-terminal',
    title: 'Reset terminal',
    group: 'Panels',
    when: () => canPress('reset-terminal'),
    run: () => press('reset-terminal'),
  }),
  inSession({
    id: 'take-terminal',
    title: 'Take over the agent’s terminal',
    group: 'Session',
    when: () => canPress('take-terminal'),
    run: () => press('take-terminal'),
  }),
  inSession({
    id: 'give-terminal-back',
    title: 'Give the terminal back to the agent',
    group: 'Session',
    when: () => canPress('give-terminal-back'),
    run: () => press('give-terminal-back'),
  }),
  inSession({
    id: 'terminal-beside',
    title: 'Go to the terminal beside this',
    group: 'Go to',
    keys: 'mod+alt+arrowright',
    keysIn: 'a terminal',
    when: hasTerminalBeside,
    run: focusOtherTerminal,
  }),
  inSession({
    id: 'toggle-left',
    title: 'Show or hide the left pane',
    group: 'Window',
    keys: 'mod+b',
    run: ({ workbench }) => workbench.toggleLeft(),
  }),
]

/** The lists of changes and findings take keys of their own. */
function toggle(place: Place, { workbench, goTo }: SessionHere): void {
  const hasKeys = place === 'changes' || place === 'code-review'
  if (hasKeys && !workbench.places.includes(place)) goTo(place)
  else workbench.go(place)
}

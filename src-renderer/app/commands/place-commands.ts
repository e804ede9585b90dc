import type { Keys } from '../../client/keys.ts'
import type { PanelName } from '../../panels/index.ts'
import type { Place } from '../dock/dock-panels.ts'
import { type Command, inSession } from './command.ts'

/** The keys that show a place of the rail, or hide it. */
const placeKeys = {
  sessions: 'mod+shift+s',
  files: 'mod+shift+e',
  search: 'mod+shift+f',
  terminals: 'mod+j',
  log: 'mod+shift+l',
  cost: 'mod+shift+u',
} as const satisfies Readonly<Record<Place, Keys>>

/** Those that come and go; the search is gone to. */
const placeNames: Readonly<Record<Exclude<Place, 'search'>, string>> = {
  sessions: 'sessions',
  files: 'files',
  terminals: 'terminals',
  log: 'log',
  cost: 'cost',
}

const panelNames = {
  transcript: 'transcript',
  prompt: 'prompt',
  files: 'files',
  sessions: 'sessions',
  plan: 'plan',
  editor: 'editor',
  terminals: 'terminals',
  log: 'log',
  timeline: 'timeline',
  usage: 'cost',
} as const satisfies Partial<Readonly<Record<PanelName, string>>>

const places: readonly Exclude<Place, 'search'>[] = [
  'files',
  'sessions',
  'terminals',
  'log',
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
      run: ({ workbench }) => workbench.go(place),
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
    id: 'toggle-left',
    title: 'Show or hide the left pane',
    group: 'Window',
    keys: 'mod+b',
    run: ({ workbench }) => workbench.toggleLeft(),
  }),
]

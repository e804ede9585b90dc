import type { PanelName } from '../../panels/index.ts'

/** A panel that has a place of its own in a dock; the prompt stands below the transcript, the timeline at the foot. */
export type DockPanel = Exclude<PanelName, 'prompt' | 'timeline'>

/** What the rail leads to. */
export type Place =
  | 'sessions'
  | 'files'
  | 'search'
  | 'changes'
  | 'code-review'
  | 'tasks'
  | 'terminals'
  | 'debugger'
  | 'logs'
  | 'cost'

/** The panel that a place of the rail shows. */
export const panelOf = {
  sessions: 'sessions',
  files: 'files',
  search: 'search',
  changes: 'changes',
  'code-review': 'code-review',
  tasks: 'tasks',
  terminals: 'terminals',
  debugger: 'debugger',
  logs: 'logs',
  cost: 'usage',
} as const satisfies Readonly<Record<Place, DockPanel>>

// The names are this object's own.
export const places = Object.keys(panelOf) as readonly Place[]

/** Where one has its place alone, another of them takes it over. */
const sharedPlaces: readonly (readonly DockPanel[])[] = [
  ['files', 'sessions', 'search'],
  ['terminals', 'debugger', 'logs'],
]

/** Those that a panel takes turns with. */
export function turnsOf(panel: DockPanel): readonly DockPanel[] {
  return sharedPlaces.find((shared) => shared.includes(panel))?.filter((one) => one !== panel) ?? []
}

export type Direction = 'left' | 'right' | 'above' | 'below' | 'within'

export interface Home {
  /** The first of these that is there; without one, the dock’s edge. */
  readonly near: readonly DockPanel[]
  readonly direction: Direction
  /** In pixels, across the direction. */
  readonly size?: number
}

const INSIDE: Home = { near: ['editor', 'transcript'], direction: 'within' }

const homes: Readonly<Partial<Record<DockPanel, Home>>> = {
  files: { near: [], direction: 'left', size: 226 },
  sessions: { near: [], direction: 'left', size: 226 },
  search: { near: [], direction: 'left', size: 226 },
  plan: { near: ['files', 'sessions', 'search'], direction: 'below', size: 214 },
  transcript: { near: ['editor'], direction: 'left' },
  editor: { near: ['transcript'], direction: 'right' },
  // Beside the editor, which its findings lead to.
  'code-review': { near: ['transcript', 'editor'], direction: 'within' },
  inspector: { near: ['editor'], direction: 'right', size: 420 },
  // Below what is stopped at.
  debugger: { near: ['editor'], direction: 'below' },
  terminals: { near: ['editor'], direction: 'below' },
  logs: { near: ['editor'], direction: 'below' },
}

/** Narrower, the tabs over the files and what an agent says of its plan are cut. */
const LEAST_LEFT = 210

const leastWidths: Readonly<Partial<Record<string, number>>> = {
  files: LEAST_LEFT,
  sessions: LEAST_LEFT,
  search: LEAST_LEFT,
  plan: LEAST_LEFT,
  transcript: 280,
} satisfies Partial<Record<DockPanel, number>>

/** As small as a panel can be and still be read, in pixels. */
export function leastOf(panel: string): {
  readonly minimumWidth: number
  readonly minimumHeight: number
} {
  return { minimumWidth: leastWidths[panel] ?? 200, minimumHeight: 80 }
}

/** Where a panel is put that has never been somewhere else. */
export function homeOf(panel: DockPanel): Home {
  return homes[panel] ?? INSIDE
}

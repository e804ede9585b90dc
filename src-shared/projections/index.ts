import type { AnyEvent } from '../events/index.ts'
import { approvals } from './approvals.ts'
import { bookmarks } from './bookmarks.ts'
import { calls } from './calls.ts'
import { fold, type Projection } from './define.ts'
import { delegation } from './delegation.ts'
import { files } from './files.ts'
import { status } from './status.ts'
import { terminals } from './terminals.ts'
import { timeline } from './timeline.ts'
import { todos } from './todos.ts'
import { transcript } from './transcript.ts'
import { usage } from './usage.ts'
import { waste } from './waste.ts'

/** Every projection there is. To add one: write its file, list it here. */
export const projections = {
  transcript,
  timeline,
  usage,
  waste,
  todos,
  files,
  approvals,
  calls,
  terminals,
  delegation,
  bookmarks,
  status,
} as const

type Projections = typeof projections
export type ProjectionName = keyof Projections
export type StateOf<P> = P extends Projection<infer State> ? State : never
/** A session as every projection sees it, at one point of its log. */
export type SessionStates = { readonly [N in ProjectionName]: StateOf<Projections[N]> }

const names = Object.keys(projections) as ProjectionName[]

/** The states of a session of which nothing is known yet. */
export function initStates(): SessionStates {
  return eachState((name) => projections[name].init())
}

/** States that can be folded on without changing these. */
export function copyStates(states: SessionStates): SessionStates {
  // Name and state belong together: both come from the same key.
  return eachState((name) => (projections[name] as Projection<unknown>).copy(states[name]))
}

/** Folds every projection; answers `states` itself, changed. */
export function foldStates(states: SessionStates, events: readonly AnyEvent[]): SessionStates {
  for (const name of names) fold(projections[name] as Projection<unknown>, states[name], events)
  return states
}

function eachState(make: (name: ProjectionName) => unknown): SessionStates {
  // One value for every name, made by that name's projection.
  return Object.fromEntries(names.map((name) => [name, make(name)])) as SessionStates
}

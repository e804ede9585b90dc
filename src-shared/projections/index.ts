import { type AnyEvent, eventKinds, type Kind } from '../events/index.ts'
import { type CopyRecord, layRecord } from '../lib/records.ts'
import { approvals } from './approvals.ts'
import { bookmarks } from './bookmarks.ts'
import { calls } from './calls.ts'
import { changes } from './changes.ts'
import { codeReviews } from './code-reviews.ts'
import { debugging } from './debugging.ts'
import type { Projection } from './define.ts'
import { delegation } from './delegation.ts'
import { files } from './files.ts'
import { pins } from './pins.ts'
import { previews } from './previews.ts'
import { seenFiles } from './seen-files.ts'
import { status } from './status.ts'
import { tasks } from './tasks.ts'
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
  tasks,
  files,
  changes,
  codeReviews,
  approvals,
  calls,
  terminals,
  debugging,
  delegation,
  bookmarks,
  pins,
  previews,
  seenFiles,
  status,
} as const

type Projections = typeof projections
export type ProjectionName = keyof Projections
type StateOf<P> = P extends Projection<infer State> ? State : never
/** A session as every projection sees it, at one point of its log. */
export type SessionStates = { readonly [N in ProjectionName]: StateOf<Projections[N]> }

const names = Object.keys(projections) as ProjectionName[]

/** The states of a session of which nothing is known yet. */
export function initStates(): SessionStates {
  return eachState((name) => projections[name].init())
}

/** States that can be folded on without changing these. */
export function copyStates(states: SessionStates, large?: CopyRecord): SessionStates {
  // Name and state belong together: both come from the same key.
  return eachState((name) => (projections[name] as Projection<unknown>).copy(states[name], large))
}

/**
 * The same of states that will never change again, at once however long the session is. For reading:
 * what was there has to be looked up by its key.
 */
export function layStates(states: SessionStates): SessionStates {
  return copyStates(states, layRecord)
}

/** What an event of a kind is given to, and how. */
interface Step {
  readonly name: ProjectionName
  readonly take: (state: unknown, event: AnyEvent) => void
}

const steps: ReadonlyMap<string, readonly Step[]> = new Map(
  [...eventKinds.keys()].map((kind) => [kind, names.flatMap((name) => stepsOf(name, kind))]),
)

function stepsOf(name: ProjectionName, kind: string): Step[] {
  // As `fold` does; a state is given to its own projection alone.
  const { each, on } = projections[name] as Projection<unknown>
  const own = on[kind as Kind] as Step['take'] | undefined
  return [...(each ? [{ name, take: each }] : []), ...(own ? [{ name, take: own }] : [])]
}

/**
 * Folds every projection; answers `states` itself, changed. An event goes to those that have to do with
 * its kind: of most there are two or three.
 */
export function foldStates(states: SessionStates, events: readonly AnyEvent[]): SessionStates {
  for (const event of events) {
    for (const { name, take } of steps.get(event.kind) ?? []) take(states[name], event)
  }
  return states
}

function eachState(make: (name: ProjectionName) => unknown): SessionStates {
  // One value for every name, made by that name's projection.
  return Object.fromEntries(names.map((name) => [name, make(name)])) as SessionStates
}

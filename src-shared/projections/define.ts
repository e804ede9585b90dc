import { type AnyEvent, type EventFor, eventKinds, type Kind } from '../events/index.ts'
import type { CopyRecord } from '../lib/records.ts'

/**
 * A view of the log. A handler is a function of its two arguments and nothing else: no clock, no
 * settings, no I/O. It may change the containers of `state` (records, arrays, totals) in place, but
 * must replace an entity it changes, so that a reader can compare entities by reference.
 *
 * `State` is plain data, records and arrays only: the host sends it to windows as JSON.
 */
export interface Projection<State> {
  readonly init: () => State
  /**
   * A state that can be folded on without changing this one: its containers copied, its entities
   * shared. `large` makes the records of many thousands of keys, of which nothing is ever deleted.
   */
  readonly copy: (state: State, large?: CopyRecord) => State
  /**
   * The keys, by field, of the entries that a window shows at first; the others of that field are sent
   * later. A field that is not named here is sent at first. Of a record only some come first if the
   * order of its keys says nothing.
   */
  readonly picture?: { readonly [Field in keyof State]?: (state: State) => readonly string[] }
  /** Called for every event of a kind that is known, before its own handler. */
  readonly each?: (state: State, event: AnyEvent) => void
  readonly on: { readonly [K in Kind]?: (state: State, event: EventFor<K>) => void }
}

export function defineProjection<State>(projection: Projection<State>): Projection<State> {
  return projection
}

/** Applies events in order. A kind the projection has no handler for is skipped. */
export function fold<State>(
  projection: Projection<State>,
  state: State,
  events: Iterable<AnyEvent>,
): State {
  for (const event of events) {
    if (eventKinds.has(event.kind)) projection.each?.(state, event)
    // The table is keyed by the event's own kind, which the compiler cannot follow.
    const handler = projection.on[event.kind] as
      | ((state: State, event: AnyEvent) => void)
      | undefined
    handler?.(state, event)
  }
  return state
}

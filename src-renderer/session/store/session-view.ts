import type { ProjectionName, SessionStates } from '#shared/projections/index.ts'

/** A folded session, live or at some point of its past. A panel draws both the same way. */
export interface SessionView {
  /** Calls back after the states have changed; a view of the past never does. */
  subscribe(onChange: () => void): () => void
  /**
   * The state of one projection. Its containers may change in place, also those of the past once
   * another one is asked for: read it inside a selector, and keep entities or copies of it, never a
   * container.
   */
  state<N extends ProjectionName>(name: N): SessionStates[N]
  /** The last event this is the view after; 0 before the first. */
  readonly seq: number
  /** When that event happened, in milliseconds since the epoch; 0 before the first. */
  readonly at: number
}

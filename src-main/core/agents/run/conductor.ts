import type { EventFor } from '#shared/events/index.ts'
import type { Agent } from '../recording/agent-directory.ts'

export type Received = EventFor<'input.received'>['data']

/** Who does the work of a run: its lead, or whoever conducts a review. */
export interface Conductor {
  /** Absent before it has begun. */
  readonly agent: Agent | undefined
  /** Lets it hear something before its next model call. False: it is at its end. Fails where it hears nobody. */
  hear(input: Received): Promise<boolean>
  /** Has the conversation summarized before the next model call. Fails where there is none to summarize. */
  compact(): void
  /** From now on it hears nothing more. */
  close(): void
  /** Resolves when its work is done. */
  work(): Promise<void>
}

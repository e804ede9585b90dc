import type { Json } from '#shared/lib/json.ts'

/**
 * How far a streamed answer has come. `open`: it isn't complete. `ended`: it is complete, but counts or
 * repetitions may follow. `over`: whatever follows isn't part of it.
 */
export type AnswerState = 'open' | 'ended' | 'over'

/** Turns the events of one streamed answer into what the provider documents, for its client. */
export interface AnswerReader {
  readonly state: AnswerState
  /** Throws a `ServerError` if the event reports a failure. */
  readonly read: (event: Json) => readonly Json[]
  /** Called once, after the last event. Returns what the events left open, such as the finish reason. */
  readonly end: () => readonly Json[]
}

/**
 * The finish reason of an answer whose server ended the stream in order and gave none. It stands for
 * itself in the log: such an answer may be incomplete.
 */
export const MISSING = 'missing'

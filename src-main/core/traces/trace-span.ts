import type { Outcome } from '#shared/events/value.ts'
import type { SessionId } from '#shared/ids.ts'

export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** A span that has ended, as it is told to others. */
export interface TraceSpan {
  readonly sessionId: SessionId
  /** Of the event that ended it. */
  readonly seq: number
  readonly traceId: string
  readonly spanId: string
  /** Absent on a run. */
  readonly parentSpanId?: string
  /** Another trace's run that this one goes on with. */
  readonly link?: { readonly traceId: string; readonly spanId: string }
  readonly name: string
  /** Whether it asks something of another machine. */
  readonly isClient: boolean
  /** Milliseconds since the epoch, with fraction. */
  readonly startedAt: number
  readonly endedAt: number
  readonly outcome: Outcome
  readonly error?: string
  readonly attributes: Attributes
}

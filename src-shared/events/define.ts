import { z } from 'zod'
import { RunId, SessionId, SpanId } from '../lib/ids.ts'

/** Fields every event carries. The log assigns `seq` and `at`; nothing else may. */
const Envelope = z.object({
  sessionId: SessionId,
  /** Dense from 1 within a session. */
  seq: z.int().positive(),
  /** Milliseconds since the epoch, with fraction; monotonic within a session. */
  at: z.number(),
  runId: RunId.optional(),
  spanId: SpanId.optional(),
  /** Only on `*.started`. */
  parentSpanId: SpanId.optional(),
  /** The span of the agent's first `agent.started`. */
  agentId: SpanId.optional(),
})
type Envelope = z.infer<typeof Envelope>

type Upcast = (data: never) => unknown

export interface EventKind<Kind extends string = string, Data extends z.ZodType = z.ZodType> {
  readonly kind: Kind
  /** Version of `data`, starting at 1. Equal to `upcasts.length + 1`. */
  readonly version: number
  readonly data: Data
  /** `upcasts[n]` turns version n+1 into version n+2. Rows in the log are never rewritten. */
  readonly upcasts: readonly Upcast[]
}

export type EventOf<K> =
  K extends EventKind<infer Kind, infer Data>
    ? Envelope & { readonly kind: Kind; readonly data: z.infer<Data> }
    : never

export function defineEvent<const Kind extends string, Data extends z.ZodType>(
  kind: Kind,
  data: Data,
  upcasts: readonly Upcast[] = [],
): EventKind<Kind, Data> {
  return { kind, data, upcasts, version: upcasts.length + 1 }
}

import type { Effect, Outcome } from '../events/value.ts'
import type { SpanId } from '../lib/ids.ts'

interface Timed {
  /** A `SpanId`; of a wait for a person, the approval's id. */
  readonly id: string
  readonly agentId: SpanId
  readonly title: string
  /** Of the events that opened and closed it. */
  readonly seq: number
  readonly endSeq?: number
  readonly startedAt: number
  readonly endedAt?: number
  readonly outcome?: Outcome
}

export interface ModelSpan extends Timed {
  readonly type: 'model'
  /** Asked by a tool call, for vectors. */
  readonly isEmbedding?: true
  readonly attempt: number
  readonly firstTokenAt?: number
  readonly tokens?: number
  /** `null`: the model has no price. Absent until it ended. */
  readonly costUsd?: number | null
  /** It failed, and is made again after so long. */
  readonly retryInMs?: number
}

export interface ToolSpan extends Timed {
  readonly type: 'tool'
  /** Which tool: to find its calls by, never to draw them by. */
  readonly name: string
  readonly effect: Effect
  /** The lane that hangs from this call; the first, where several do. */
  readonly subagentId?: SpanId
}

/** A call that waited, or waits, for a person. */
export interface WaitSpan extends Timed {
  readonly type: 'wait'
}

export type Span = ModelSpan | ToolSpan | WaitSpan

import { z } from 'zod'
import { Hash } from '../lib/ids.ts'
import { Price, Usage } from '../pricing/pricing.ts'
import { defineEvent } from './define.ts'
import { ModelRef, Outcome } from './value.ts'

/** What a model was asked: messages by content, shared with the checkpoints; the tools' schemas. */
export const ModelRequest = z.object({
  messages: z.array(Hash),
  tools: Hash.optional(),
  params: z.record(z.string(), z.json()).default({}),
})
export type ModelRequest = z.infer<typeof ModelRequest>

/** Each attempt is a span of its own; `attempt` counts from 1. */
export const modelStarted = defineEvent(
  'model.started',
  z.object({
    provider: z.string(),
    model: z.string(),
    /** An embedding makes vectors of texts, for a search by meaning that a tool call made. */
    purpose: z.enum(['step', 'summary', 'embedding']),
    attempt: z.int().positive(),
    request: ModelRequest,
  }),
)

/**
 * A piece of the answer, joined to at most one per span and 50 ms or 4 KB. An answer that was not
 * streamed is one piece. `args` are a tool call's arguments as they are written, `call` counting
 * the calls of this answer from 0.
 */
export const modelDelta = defineEvent(
  'model.delta',
  z.object({
    channel: z.enum(['text', 'reasoning', 'args']),
    text: z.string(),
    call: z.int().nonnegative().optional(),
  }),
)

/** Faults that another model may not have. */
export const FailoverReason = z.enum([
  'auth',
  'billing',
  'rate-limit',
  'timeout',
  'overload',
  'connection',
  /** A proxy or a web page answered. */
  'intercepted',
  /** The response can't be decompressed. */
  'garbled',
  /** The model wrote something that its server can't read. */
  'malformed-answer',
  /** A person chose another, for the budget does not last for it. */
  'budget',
])
export type FailoverReason = z.infer<typeof FailoverReason>

/** From here on the agent works with another model. `error` says what happened, and what to do about it. */
export const modelFailedOver = defineEvent(
  'model.failed-over',
  z.object({ from: ModelRef, to: ModelRef, reason: FailoverReason, error: z.string() }),
)

/**
 * `price` is what held at the time. `isEstimated`: the server gave no usage, so tokens were counted
 * here. `isCostReported`: the cost is what the server charges, not the price of the tokens.
 * `serviceTier`: the tier that served it, if it isn't the standard one. `retryInMs`: the call failed,
 * and is made again after so long.
 */
export const modelEnded = defineEvent(
  'model.ended',
  z.object({
    provider: z.string(),
    model: z.string(),
    outcome: Outcome,
    usage: Usage,
    isEstimated: z.boolean().default(false),
    costUsd: z.number().nullable(),
    isCostReported: z.boolean().optional(),
    serviceTier: z.string().optional(),
    price: Price.optional(),
    finishReason: z.string().optional(),
    /**
     * The tools it asked for, a name for each call; of an embedding, the tool it was made for. Absent:
     * it answered, or failed.
     */
    tools: z.array(z.string()).optional(),
    error: z.string().optional(),
    retryInMs: z.number().nonnegative().optional(),
  }),
)

import { z } from 'zod'
import { SpanId } from '../lib/ids.ts'
import { defineEvent } from './define.ts'
import { ModelRef, Outcome, StoredText } from './value.ts'

/**
 * An agent is to begin as soon as there is room: its `agent.started` comes then. `agentId` is its own,
 * `spanId` the call that asks for it. Written of every background delegate, and of a subagent that
 * has to wait. `askedBy` is the agent that is told its report.
 */
export const agentQueued = defineEvent(
  'agent.queued',
  z.object({
    type: z.string(),
    description: z.string(),
    task: StoredText,
    isBackground: z.boolean(),
    askedBy: SpanId,
  }),
)

/** The type of the agent that people speak to. No subagent type is called so. */
export const LEAD_TYPE = 'lead'

/** The type of the agent that conducts a review. No reviewer is called so. */
export const ORCHESTRATOR_TYPE = 'orchestrator'

/**
 * `type` is `lead`, `orchestrator` of a review, or a subagent type or reviewer; `description` is the task it was given, or what it is for.
 * `teammate` is what others of its team call it. Of a teammate that wakes, `parentSpanId` is the call
 * that made its team, as when it first began.
 */
export const agentStarted = defineEvent(
  'agent.started',
  z.object({
    type: z.string(),
    description: z.string(),
    model: ModelRef,
    task: StoredText.optional(),
    teammate: z.string().optional(),
  }),
)

/** `report` is what a subagent answered the call that started it; of a teammate, what it said last. */
export const agentEnded = defineEvent(
  'agent.ended',
  z.object({ outcome: Outcome, report: StoredText.optional(), error: z.string().optional() }),
)

/** An agent that keeps its context, sleeps when its turn ends, and wakes when it is written to. */
export const Teammate = z.object({
  agentId: SpanId,
  /** Unique among the teams of its session. */
  name: z.string(),
  type: z.string(),
  brief: StoredText,
})
export type Teammate = z.infer<typeof Teammate>

/** `spanId` is the call that made it. */
export const teamCreated = defineEvent(
  'team.created',
  z.object({ name: z.string(), members: z.array(Teammate) }),
)

/** Nobody can write to its members any more. */
export const teamDeleted = defineEvent('team.deleted', z.object({ name: z.string() }))

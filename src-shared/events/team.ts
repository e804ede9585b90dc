import { z } from 'zod'
import { SpanId } from '../ids.ts'
import { defineEvent } from './define.ts'
import { StoredText } from './value.ts'

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

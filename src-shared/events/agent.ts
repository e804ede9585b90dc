import { z } from 'zod'
import { defineEvent } from './define.ts'
import { ModelRef, Outcome, StoredText } from './value.ts'

/** `type` is `lead` or a subagent type; `description` is the task it was given, or what it is for. */
export const agentStarted = defineEvent(
  'agent.started',
  z.object({
    type: z.string(),
    description: z.string(),
    model: ModelRef,
    task: StoredText.optional(),
  }),
)

/** `report` is what a subagent answered the call that started it. */
export const agentEnded = defineEvent(
  'agent.ended',
  z.object({ outcome: Outcome, report: StoredText.optional(), error: z.string().optional() }),
)

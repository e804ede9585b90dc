import { z } from 'zod'
import { defineEvent } from './define.ts'

/**
 * What is made of a call that began and whose end nobody saw: it runs again, it did its work, or it
 * is left. A person says which; `told`: nobody did, and its agent was told that it is not known.
 */
export const Resolution = z.enum(['again', 'done', 'skip', 'told'])
export type Resolution = z.infer<typeof Resolution>

/** Its `spanId` is the call's. `message` is for the agent. */
export const callResolved = defineEvent(
  'call.resolved',
  z.object({ toolCallId: z.string(), resolution: Resolution, message: z.string().optional() }),
)

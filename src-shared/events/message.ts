import { z } from 'zod'
import { SpanId } from '../ids.ts'
import { defineEvent } from './define.ts'
import { StoredText } from './value.ts'

/** An agent that sends or gets a message: `name` is `lead`, a teammate's name, or a subagent type. */
export const Party = z.object({ agentId: SpanId, name: z.string() })
export type Party = z.infer<typeof Party>

/** One agent writes to another. A background delegate's report is its only message. */
export const messageSent = defineEvent(
  'message.sent',
  z.object({ from: Party, to: Party, text: StoredText }),
)

/** With the model call that begins now, an agent is told these messages, named by their seq, for the first time. */
export const messageHeard = defineEvent(
  'message.heard',
  z.object({ messages: z.array(z.int().positive()) }),
)

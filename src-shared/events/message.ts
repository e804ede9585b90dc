import { z } from 'zod'
import { SpanId } from '../lib/ids.ts'
import { defineEvent } from './define.ts'
import { BlobRef, StoredText } from './value.ts'

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

/** Something a person pasted into a prompt. */
export const Attachment = z.object({ name: z.string(), mimeType: z.string(), content: BlobRef })
export type Attachment = z.infer<typeof Attachment>

/**
 * What a person said. `isQueued`: it came while a run was on, and reaches the lead with its next
 * model call. `files` are the paths named with `@`, as agents see them.
 */
export const inputReceived = defineEvent(
  'input.received',
  z.object({
    text: StoredText,
    attachments: z.array(Attachment).default([]),
    files: z.array(z.string()).default([]),
    isQueued: z.boolean(),
  }),
)

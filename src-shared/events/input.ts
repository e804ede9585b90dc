import { z } from 'zod'
import { defineEvent } from './define.ts'
import { BlobRef, StoredText } from './value.ts'

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

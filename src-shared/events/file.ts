import { z } from 'zod'
import { SpanId } from '../ids.ts'
import { defineEvent } from './define.ts'
import { FileContent } from './value.ts'

/** `call`: one of the tool calls named. `unknown`: it happened while they ran, or nobody can tell. */
export const ChangedBy = z.object({
  type: z.enum(['call', 'person', 'unknown']),
  spanIds: z.array(SpanId).default([]),
})
export type ChangedBy = z.infer<typeof ChangedBy>

/** `path` is as agents see it: `/workspace/…`, `/docs/…`. `null`: there was, or is, no such file. */
export const fileChanged = defineEvent(
  'file.changed',
  z.object({
    path: z.string(),
    before: FileContent.nullable(),
    after: FileContent.nullable(),
    added: z.int().nonnegative(),
    removed: z.int().nonnegative(),
    by: ChangedBy,
  }),
)

import { z } from 'zod'
import { defineEvent } from './define.ts'

/** A person committed what they had accepted of some files; `branch` is absent where none was checked out. */
export const commitMade = defineEvent(
  'commit.made',
  z.object({
    commit: z.string(),
    branch: z.string().optional(),
    message: z.string(),
    /** As agents see them. */
    paths: z.array(z.string()),
  }),
)

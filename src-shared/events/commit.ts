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
    /** The last event that had been heard when it was looked at what to commit; earlier logs don't tell. */
    through: z.int().positive().optional(),
  }),
)

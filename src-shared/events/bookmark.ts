import { z } from 'zod'
import { defineEvent } from './define.ts'

/**
 * A person wants to find this place of the log again; `at` is when it happened. There is one for a
 * seq: added again, it has another name.
 */
export const Bookmark = z.object({
  seq: z.int().positive(),
  at: z.number(),
  label: z.string().optional(),
})
export type Bookmark = z.infer<typeof Bookmark>

export const bookmarkAdded = defineEvent('bookmark.added', Bookmark)

export const bookmarkRemoved = defineEvent(
  'bookmark.removed',
  z.object({ seq: z.int().positive() }),
)

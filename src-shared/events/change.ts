import { z } from 'zod'
import { defineEvent } from './define.ts'
import { FileContent } from './value.ts'

/** What was decided of a file: so many places where it differs, and the lines these add and remove. */
const Reviewed = {
  /** As agents see it. */
  path: z.string(),
  hunks: z.int().nonnegative(),
  added: z.int().nonnegative(),
  removed: z.int().nonnegative(),
}

/**
 * `content` is what the person has accepted of the file from here on; `before` what the hunks were
 * compared with, `was` what had been accepted last: absent where nothing had.
 */
export const changeAccepted = defineEvent(
  'change.accepted',
  z.object({
    ...Reviewed,
    content: FileContent.nullable(),
    before: FileContent.nullable(),
    was: FileContent.nullable().optional(),
  }),
)

/**
 * Beside the `file.changed` that did it, from `before` to `content`. `left` hunks of the file still wait.
 * `mode` is git's of what was taken away, where that was a file.
 */
export const changeReverted = defineEvent(
  'change.reverted',
  z.object({
    ...Reviewed,
    content: FileContent.nullable(),
    before: FileContent.nullable(),
    left: z.int().nonnegative(),
    mode: z.int().optional(),
  }),
)

/**
 * An acceptance, or a reverting, was taken back, and the hunks wait again. `content`: what they are
 * compared with again, or what the file holds again; `before`: what had stood in its place.
 */
export const changeReopened = defineEvent(
  'change.reopened',
  z.object({
    ...Reviewed,
    of: z.enum(['accepted', 'reverted']),
    content: FileContent.nullable(),
    before: FileContent.nullable(),
    was: FileContent.nullable().optional(),
  }),
)

import { z } from 'zod'
import { defineEvent } from './define.ts'
import { FileContent, withUnknownKind } from './value.ts'

/** What was decided of a file: so many places where it differs, and the lines these add and remove. */
const Reviewed = {
  /** As agents see it. */
  path: z.string(),
  hunks: z.int().nonnegative(),
  added: z.int().nonnegative(),
  removed: z.int().nonnegative(),
}

interface Contents {
  readonly content: FileContent | null
  readonly before: FileContent | null
  readonly was?: FileContent | null
}

/** Version 1 didn't say which contents are links. */
function fromVersion1<T extends Contents>(data: T): T {
  const { content, before, was } = data
  return {
    ...data,
    content: withUnknownKind(content),
    before: withUnknownKind(before),
    ...(was !== undefined && { was: withUnknownKind(was) }),
  }
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
  [fromVersion1],
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
  [fromVersion1],
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
  [fromVersion1],
)

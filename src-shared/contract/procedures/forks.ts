import { z } from 'zod'
import { ForkPlace } from '../../events/session.ts'
import { Effect } from '../../events/value.ts'
import { SessionId } from '../../lib/ids.ts'
import { call } from './define.ts'

/** What becomes of a file: it comes to be, becomes another, or goes. */
export const FileDifference = z.object({
  /** Below the project's root. */
  path: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  /** A person, or a program that is not known, has changed it since: it stays, unless it is chosen. */
  isConflict: z.boolean(),
})
export type FileDifference = z.infer<typeof FileDifference>

/** A call whose work outside of the project's files can't be undone. */
export const OutsideEffect = z.object({
  seq: z.int(),
  at: z.number(),
  title: z.string(),
  effect: Effect,
  /** What of it stays, in a sentence. */
  words: z.string(),
})
export type OutsideEffect = z.infer<typeof OutsideEffect>

/** How many of a list are told at most; `total` counts all. */
export const TOLD = 500

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int().nonnegative() })

/** Where the conversation goes on. */
const Conversation = z.object({
  /** The event that saved what agents know; absent: there was nothing yet. */
  checkpointSeq: z.int().optional(),
  /** Steps of the lead between that and the event asked for: the conversation does not know them. */
  stepsLeftOut: z.int().nonnegative(),
})

const Past = {
  seq: z.int(),
  at: z.number(),
  conversation: Conversation,
  /** Against the files as they are now. */
  files: listOf(FileDifference),
  /** Files that can't be made as they were: their content was not recorded. */
  notRecorded: listOf(z.string()),
  /** What was done after it, step by step, and can't be undone. */
  outside: listOf(OutsideEffect),
}

export const ForkPreview = z.object({
  ...Past,
  place: ForkPlace,
  /** Of a worktree. */
  branch: z.string().optional(),
  /** The project's own set-up command, as its settings are now. */
  setup: z
    .object({
      command: z.string(),
      hash: z.string(),
      isTrusted: z.boolean(),
      /** Why trust that was given doesn't hold, as a sentence. */
      reason: z.string().optional(),
    })
    .optional(),
})
export type ForkPreview = z.infer<typeof ForkPreview>

export const RewindPreview = z.object({
  ...Past,
  /** Of the files as they are now: to be sent along, so that nothing is done that was not shown. */
  expected: z.string(),
  /** Why it can't be done now, as a sentence. */
  obstacle: z.string().optional(),
})
export type RewindPreview = z.infer<typeof RewindPreview>

/** What would go with a session, besides its log. */
export const DeletePreview = z.object({
  /** Of a fork: its own. */
  folder: z.string().optional(),
  /** Files in it, by path below it, that the fork has changed and that are in no commit. */
  unsaved: listOf(z.string()),
})
export type DeletePreview = z.infer<typeof DeletePreview>

const At = { sessionId: SessionId, seq: z.int().positive() }

export const forks = {
  'sessions.previewFork': call(z.object(At), ForkPreview),
  /**
   * A session that begins as the other was then, idle. Its set-up command runs on in a terminal of it where it is
   * trusted. `setup` is the hash of the command that a person was told would run: it is trusted in the fork, whose
   * files are those of then.
   */
  'sessions.fork': call(
    z.object({
      ...At,
      title: z.string().trim().min(1).max(200).optional(),
      setup: z.string().optional(),
    }),
    z.object({ sessionId: SessionId }),
  ),
  'sessions.previewRewind': call(z.object(At), RewindPreview),
  /**
   * Restores the files and goes on from then. `conflict` where a run is on, or the files are no longer
   * as `expected` says. Of files that a person has changed since, only those in `overwrite` are restored.
   */
  'sessions.rewind': call(
    z.object({ ...At, expected: z.string(), overwrite: z.array(z.string()).default([]) }),
    z.object({}),
  ),
  'sessions.previewDelete': call(z.object({ sessionId: SessionId }), DeletePreview),
} as const

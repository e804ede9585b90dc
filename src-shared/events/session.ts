import { z } from 'zod'
import { ProjectId, SessionId } from '../lib/ids.ts'
import { Profile } from '../settings/settings.ts'
import { defineEvent } from './define.ts'
import { ClientName, FileContent, ModelRef, Outcome } from './value.ts'

/** `root` is the folder the session works in: the project's, or a worktree of it. */
export const sessionCreated = defineEvent(
  'session.created',
  z.object({ projectId: ProjectId, projectName: z.string(), root: z.string() }),
)

export const sessionRenamed = defineEvent(
  'session.renamed',
  z.object({ title: z.string(), by: z.enum(['person', 'host']) }),
)

/** What holds from here on. An absent field stays as it was. */
export const sessionConfigured = defineEvent(
  'session.configured',
  z.object({
    model: ModelRef.optional(),
    /** Models to go on with, in this order, where one can't be had. */
    fallbacks: z.array(ModelRef).optional(),
    profile: Profile.optional(),
    /** The client with which a person changed it; absent in older logs. */
    client: ClientName.optional(),
  }),
)

/** Where a fork has its files: a worktree of the project's repository, a copy, or none of its own. */
export const ForkPlace = z.enum(['worktree', 'copy', 'none'])
export type ForkPlace = z.infer<typeof ForkPlace>

/**
 * The events before this one are those of another session, up to its event `seq` (here they are the
 * first `inherited`), and the ends of what was open there. What they spent is not spent again.
 */
export const sessionForked = defineEvent(
  'session.forked',
  z.object({
    from: SessionId,
    fromTitle: z.string(),
    seq: z.int().positive(),
    /** When that was. */
    at: z.number(),
    inherited: z.int().nonnegative(),
    /** The session whose id the inherited spans are named by: the first of a line of forks. */
    origin: SessionId,
    /** Steps of the lead up to `seq` that its conversation does not know. */
    stepsLeftOut: z.int().nonnegative(),
    place: ForkPlace,
    root: z.string(),
    branch: z.string().optional(),
    /** Files, below the root, that could not be made as they were: their content was not recorded. */
    notRestored: z.array(z.string()),
  }),
)

/**
 * What a fork's set-up command came to. `denied`: nobody trusts it; `exitCode` is absent where it never ran.
 * `withheld` names variables of the environment that the failed command named and isn't given.
 */
export const sessionPrepared = defineEvent(
  'session.prepared',
  z.object({
    command: z.string(),
    outcome: Outcome,
    exitCode: z.int().nullable().optional(),
    withheld: z.array(z.string()).optional(),
  }),
)

/**
 * What came after the event `to` is taken back: the conversation goes on from there. Files were
 * restored, todos set back, by events of their own; what was spent stays spent.
 */
export const sessionRewound = defineEvent(
  'session.rewound',
  z.object({
    to: z.int().positive(),
    /** When that was. */
    at: z.number(),
    stepsLeftOut: z.int().nonnegative(),
    /** Paths, as agents see them, that are as they were then again. */
    restored: z.array(z.string()),
  }),
)

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

/** A page of this machine that an agent shows to people. `picture`: how it looked, where that could be kept. */
export const previewOpened = defineEvent(
  'preview.opened',
  z.object({ url: z.string(), title: z.string(), picture: FileContent.optional() }),
)

/**
 * Stands where the store was damaged and the event that was there couldn't be read. It keeps the
 * sequence of a rescued session without gaps; `at` is the time of the event before it.
 */
export const eventLost = defineEvent('event.lost', z.object({}))

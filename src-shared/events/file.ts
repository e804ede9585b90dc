import { z } from 'zod'
import { SessionId, SpanId } from '../lib/ids.ts'
import { defineEvent } from './define.ts'
import { BlobRef, FileContent, withUnknownKind } from './value.ts'

/** The session of this store in which a file was changed, as it was called then. */
export const OtherSession = z.object({
  id: SessionId,
  title: z.string(),
  /** Who changed it there: a person in the editor, or an agent. */
  author: z.enum(['person', 'agent']),
})
export type OtherSession = z.infer<typeof OtherSession>

/**
 * `call`: one of the tool calls named. `session`: a person or an agent in another session, with
 * `session`. `unknown`: another program, or the author is in doubt.
 */
export const ChangedBy = z.object({
  type: z.enum(['call', 'person', 'session', 'unknown']),
  spanIds: z.array(SpanId).default([]),
  session: OtherSession.optional(),
})
export type ChangedBy = z.infer<typeof ChangedBy>

/** Version 1 had no author of type `session`, and no `isCommitted`. */
const fromVersion1 = (data: unknown): unknown => data

/** Version 2 didn't say which contents are links. */
function fromVersion2<T extends Contents>(data: T): T {
  return { ...data, before: withUnknownKind(data.before), after: withUnknownKind(data.after) }
}

interface Contents {
  readonly before: FileContent | null
  readonly after: FileContent | null
}

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
    /** Of a change made outside the session: the file is now as the checked-out commit has it. */
    isCommitted: z.literal(true).optional(),
  }),
  [fromVersion1, fromVersion2],
)

/** What a tree says of one file. `mode` is git's: 33188, 33261 (executable) or 40960 (symlink). */
export const TreeEntry = FileContent.extend({ mode: z.int() })
export type TreeEntry = z.infer<typeof TreeEntry>

/** The project's content at a moment: path below the root, with `/` between its parts → entry. */
export const Tree = z.record(z.string(), TreeEntry)
export type Tree = z.infer<typeof Tree>

/** `tree` refers to a `Tree` as JSON; `head` is the commit that was checked out, where there is one. */
export const snapshotTaken = defineEvent(
  'snapshot.taken',
  z.object({
    tree: BlobRef,
    files: z.int().nonnegative(),
    notRecorded: z.int().nonnegative(),
    head: z.string().optional(),
  }),
)

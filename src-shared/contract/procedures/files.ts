import { z } from 'zod'
import { Hash, SessionId } from '../../lib/ids.ts'
import { call, stream } from './define.ts'

/**
 * A content, read: text with its byte order mark and line ends, or bytes. `encoding` names what the text
 * was decoded from; absent for plain UTF-8.
 */
export const Content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), encoding: z.string().optional() }),
  z.object({ type: z.literal('binary'), base64: z.base64() }),
  /** More than a window should hold. `head` is the beginning, where it is text. */
  z.object({ type: z.literal('too-large'), bytes: z.int(), head: z.string().optional() }),
])
export type Content = z.infer<typeof Content>

/** Something that a project's folder lacks, or that is left out of it. */
export const FolderCondition = z.object({
  type: z.enum(['read-only', 'no-git', 'old-git', 'no-repository', 'no-commit', 'data-folder']),
  /** What it means, and what to do. */
  sentence: z.string(),
})
export type FolderCondition = z.infer<typeof FolderCondition>

/** Its whole name: a shorter one could be something else's. */
const Commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)

export const files = {
  /** A tree that `snapshot.taken` refers to, as JSON in pieces: however large, it is never cut. */
  'files.tree': stream(z.object({ sessionId: SessionId, hash: Hash }), z.string()),
  /** A content by its hash; it never changes. `git:` hashes are looked up in the session's repository. */
  'files.content': call(z.object({ sessionId: SessionId, hash: Hash }), Content),
  /**
   * A file as it is on disk now, or as it was last seen where the session's folder is not on this
   * machine. `path` is as agents see it; `hash` is that of its content, absent where that is too large to
   * be read as a whole.
   */
  'files.read': call(
    z.object({ sessionId: SessionId, path: z.string() }),
    z.object({ content: Content, hash: Hash.optional() }),
  ),
  /**
   * What git has of a file, in `commit` or, without one, in the one that is checked out. `hash` is that
   * of the content, `null` where the commit has no such file. Fails with `unavailable` where there is no
   * such commit, or no git.
   */
  'files.committed': call(
    z.object({ sessionId: SessionId, path: z.string(), commit: Commit.optional() }),
    z.object({ commit: Commit, hash: Hash.nullable() }),
  ),
  /**
   * Opens a file of the project in the person's own editor, on the host's machine, at a line where that
   * editor can be told. Fails with `denied`
   * where the system would run the file rather than show it, with `unavailable` where nothing opens.
   */
  'files.openOutside': call(
    z.object({ sessionId: SessionId, path: z.string(), line: z.int().positive().optional() }),
    z.object({}),
  ),
  /** What the folder of a session lacks now; none where it is not on this machine. */
  'files.conditions': call(z.object({ sessionId: SessionId }), z.array(FolderCondition)),
  /** Makes the folder of a session a git repository, with nothing committed. */
  'files.beginRepository': call(z.object({ sessionId: SessionId }), z.object({})),
  /** Saves a person's edit. Fails with `conflict` where the file is no longer what `base` says. */
  'files.save': call(
    z.object({
      sessionId: SessionId,
      path: z.string(),
      text: z.string(),
      base: Hash.nullable(),
    }),
    z.object({ hash: Hash }),
  ),
} as const

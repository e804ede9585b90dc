import { z } from 'zod'
import { ClientName } from '../../events/value.ts'
import { ProjectId, SessionId } from '../../lib/ids.ts'
import { call } from './define.ts'

/** Something that a project's own files would start, connect to, or send code to. */
export const Startable = z.object({
  /** Another one after any change of the entry, of files that it names, or of `changed`. */
  hash: z.string(),
  /** `git`: hooks and settings of the project's repository, by which git runs programs at a commit. */
  kind: z.enum(['server', 'language-server', 'debugger', 'hook', 'setup', 'model', 'git']),
  name: z.string(),
  /** The file that names it, below the project's folder, or its absolute path where it lies elsewhere. */
  file: z.string(),
  /** What would happen, in a sentence. */
  words: z.string(),
  /** Whether it may be started now. */
  isTrusted: z.boolean(),
  /** The client that trusted it, if it was recorded. */
  client: ClientName.optional(),
  /**
   * After changes of what trust has to be given again: of any file of the project that isn't ignored and of any file
   * that the entry names, of the latter alone, or of the entry alone.
   */
  watches: z.enum(['project', 'named', 'entry']),
  /** Why trust that was given doesn't hold, as a sentence. */
  reason: z.string().optional(),
  /** Files that changed since it was trusted: the first of them, and how many there are. */
  changed: z.object({ files: z.array(z.string()), count: z.number() }).optional(),
})
export type Startable = z.infer<typeof Startable>

export const TrustList = z.object({
  startables: z.array(Startable),
  /** Files that should name some and can't be read, with what is wrong. */
  malformed: z.array(z.object({ file: z.string(), error: z.string() })),
})
export type TrustList = z.infer<typeof TrustList>

const Place = z.object({ projectId: ProjectId, sessionId: SessionId.optional() })

export const trust = {
  /**
   * Lists what a project's files would have started, as they are now. Nothing of it runs before a person trusts it.
   * With a session: the files in its folder, which may be a fork's own.
   */
  'trust.list': call(Place, TrustList),
  /**
   * Trusts the startables with these hashes together with the files that they may load, as they are now. Fails with
   * `conflict` for one that isn't there or has changed.
   */
  'trust.grant': call(Place.extend({ hashes: z.array(z.string()).min(1) }), z.object({})),
  /** Takes trust back, from everything where no hashes are given. */
  'trust.withdraw': call(
    z.object({ projectId: ProjectId, hashes: z.array(z.string()).optional() }),
    z.object({}),
  ),
} as const

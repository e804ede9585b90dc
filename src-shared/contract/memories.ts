import { z } from 'zod'
import { Hash, ProjectId, SessionId } from '../ids.ts'
import { call } from './define.ts'

/** What agents keep of a project, and people edit: a document below `/memories/`. */
export const Memory = z.object({
  /** Below `/memories/`. */
  name: z.string(),
  bytes: z.int().nonnegative(),
  /** Milliseconds since the epoch. */
  modifiedAt: z.number(),
  /** At most, as budgets count. */
  tokens: z.int().nonnegative(),
})
export type Memory = z.infer<typeof Memory>

const which = { projectId: ProjectId, name: z.string().min(1) }
/** Whose log says that a person did it; absent: that of the project's session that changed last. */
const inSession = { sessionId: SessionId.optional() }

export const memories = {
  /** The latest first. */
  'memories.list': call(z.object({ projectId: ProjectId }), z.array(Memory)),
  'memories.read': call(z.object(which), z.object({ text: z.string(), hash: Hash })),
  /** `base` is what the person began with, `null` for a new one; another since is a `conflict`. */
  'memories.write': call(
    z.object({ ...which, ...inSession, text: z.string(), base: Hash.nullable() }),
    z.object({ hash: Hash }),
  ),
  'memories.remove': call(z.object({ ...which, ...inSession }), z.object({})),
} as const

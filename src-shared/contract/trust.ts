import { z } from 'zod'
import { ProjectId } from '../ids.ts'
import { call } from './define.ts'

/** Something that a project's own files would have started, or spoken to. */
export const Startable = z.object({
  /** Of all that decides what would be started: another one after any change. */
  hash: z.string(),
  kind: z.enum(['server', 'language-server', 'debugger', 'hook', 'setup']),
  name: z.string(),
  /** The file that names it, below the project's folder. */
  file: z.string(),
  /** What would happen, in a sentence. */
  words: z.string(),
  isTrusted: z.boolean(),
})
export type Startable = z.infer<typeof Startable>

export const TrustList = z.object({
  startables: z.array(Startable),
  /** Files that should name some and can't be read, with what is wrong. */
  malformed: z.array(z.object({ file: z.string(), error: z.string() })),
})
export type TrustList = z.infer<typeof TrustList>

export const trust = {
  /** What a project's files name, as they are now. Nothing of it runs before a person trusts it. */
  'trust.list': call(z.object({ projectId: ProjectId }), TrustList),
  /** Trusts what has these hashes. What is no longer there, or has changed, is refused with `conflict`. */
  'trust.grant': call(
    z.object({ projectId: ProjectId, hashes: z.array(z.string()).min(1) }),
    z.object({}),
  ),
  /** Takes trust back, from everything where no hashes are given. */
  'trust.withdraw': call(
    z.object({ projectId: ProjectId, hashes: z.array(z.string()).optional() }),
    z.object({}),
  ),
} as const

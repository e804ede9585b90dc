import { z } from 'zod'
import { ProjectId, SessionId, SpanId } from '../../lib/ids.ts'
import { call } from './define.ts'

/** What can be found. `output` is a terminal's, `plan` the todos, `message` what agents write to each other. */
export const FoundType = z.enum([
  'name',
  'prompt',
  'answer',
  'reasoning',
  'call',
  'result',
  'output',
  'error',
  'file',
  'plan',
  'approval',
  'message',
  'summary',
])
export type FoundType = z.infer<typeof FoundType>

/** A place of the log where all words occur. */
export const Found = z.object({
  sessionId: SessionId,
  /** From here on the marked words are there to be seen. */
  seq: z.int().positive(),
  at: z.number(),
  type: FoundType,
  spanId: SpanId.optional(),
  /** Absent: the lead's, or nobody's. */
  agentId: SpanId.optional(),
  /** What the agent is; absent: a person, or nobody in particular. */
  agent: z.string().optional(),
  /** What stands around the first place, in pieces; those that match are marked. */
  snippet: z.array(z.object({ text: z.string(), isMarked: z.boolean() })),
})
export type Found = z.infer<typeof Found>

/** How far the index is that is being made, in events. */
export const Indexing = z.object({ done: z.int().nonnegative(), total: z.int().nonnegative() })
export type Indexing = z.infer<typeof Indexing>

export const FoundPage = z.object({
  found: z.array(Found),
  /** The sessions they are of. */
  sessions: z.array(
    z.object({
      id: SessionId,
      title: z.string(),
      projectId: ProjectId,
      projectName: z.string(),
    }),
  ),
  /** Names the next page; absent: there is none. */
  next: z.int().positive().optional(),
  /** Absent: all that there is can be found. */
  indexing: Indexing.optional(),
})
export type FoundPage = z.infer<typeof FoundPage>

export const search = {
  /**
   * All that was ever said or done where every word of `text` occurs, newest first. Words in quotation
   * marks stand together; the last word may be the beginning of one; case and accents do not matter.
   */
  'search.find': call(
    z.object({
      text: z.string(),
      projectId: ProjectId.optional(),
      sessionId: SessionId.optional(),
      /** Absent or empty: all. */
      types: z.array(FoundType).optional(),
      /** A page's `next`. */
      before: z.int().positive().optional(),
      limit: z.int().min(1).max(100).default(30),
    }),
    FoundPage,
  ),
} as const

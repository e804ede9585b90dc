import { z } from 'zod'
import { MessageRole } from '../../events/context.ts'
import { Hash, ProjectId, SessionId, SpanId } from '../../lib/ids.ts'
import { call } from './define.ts'

/** A part of what a model is told before it begins. */
export const ContextPart = z.object({
  kind: z.enum([
    'role',
    'delegation',
    'planning',
    'project',
    'instructions',
    'rule',
    'memory',
    'skills',
    'model',
    'tools',
    'pinned',
    'conversation',
  ]),
  title: z.string(),
  /** The file or document it is from. */
  source: z.string().optional(),
  /** At most, as budgets count before a server has counted. */
  tokens: z.int().nonnegative(),
  /** Empty: it is left out, or told of by its size alone (tools and the conversation so far). */
  text: z.string(),
  /** What was cut or left out, and why; a sentence each. */
  notes: z.array(z.string()),
  /** Why it could not be read. */
  error: z.string().optional(),
  /** Of a pinned message: as its thread names it. */
  messageId: z.string().optional(),
})
export type ContextPart = z.infer<typeof ContextPart>

export const ContextPreview = z.object({
  /** `lead`, or a subagent type. */
  agent: z.string(),
  /** In the order in which the model is told them. */
  parts: z.array(ContextPart),
  tokens: z.int().nonnegative(),
})
export type ContextPreview = z.infer<typeof ContextPreview>

/** A message of an agent's thread. */
export const ThreadMessage = z.object({
  messageId: z.string(),
  role: MessageRole,
  /** Its beginning, in one line. */
  title: z.string(),
  /** At most, as budgets count before a server has counted. */
  tokens: z.int().nonnegative(),
  /** The agent sees a summary in its place. */
  isDropped: z.boolean(),
})
export type ThreadMessage = z.infer<typeof ThreadMessage>

const OfAgent = z.object({
  sessionId: SessionId,
  /** The lead, unless given. */
  agentId: SpanId.optional(),
})

export const context = {
  /** What the next prompt of a session, or of a new one in a project, will be made of. Nothing is run. */
  'context.preview': call(
    z.intersection(
      z.union([z.object({ sessionId: SessionId }), z.object({ projectId: ProjectId })]),
      z.object({ agent: z.string().default('lead') }),
    ),
    ContextPreview,
  ),
  /** What was said in an agent's thread, in order, also what it no longer sees; as it was at `seq`, or is. */
  'context.thread': call(
    OfAgent.extend({ seq: z.int().positive().optional() }),
    z.array(ThreadMessage),
  ),
  /**
   * From its next model call on the agent is told this message of its thread, whatever is summed up.
   * Fails with `limit` where all that is pinned would come to too much.
   */
  'context.pin': call(OfAgent.extend({ messageId: z.string() }), z.object({})),
  'context.unpin': call(OfAgent.extend({ messageId: z.string() }), z.object({})),
} as const

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

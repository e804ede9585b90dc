import { z } from 'zod'
import { ProjectId, SessionId } from '../ids.ts'
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

export const context = {
  /** What the next prompt of a session, or of a new one in a project, will be made of. Nothing is run. */
  'context.preview': call(
    z.intersection(
      z.union([z.object({ sessionId: SessionId }), z.object({ projectId: ProjectId })]),
      z.object({ agent: z.string().default('lead') }),
    ),
    ContextPreview,
  ),
} as const

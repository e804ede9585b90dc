import { z } from 'zod'
import { ProjectId } from '../ids.ts'
import { Profile } from '../settings.ts'
import { defineEvent } from './define.ts'
import { ModelRef } from './value.ts'

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
  }),
)

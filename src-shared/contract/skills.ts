import { z } from 'zod'
import { ProjectId } from '../ids.ts'
import { call } from './define.ts'

/** A `SKILL.md`. `home`: the person's own, `project`: what came with the project. */
const Origin = z.object({ source: z.enum(['project', 'home']), path: z.string() })

/** What the front matter of a skill says; its text is read by agents alone, where they need it. */
export const SkillDescription = Origin.extend({
  name: z.string(),
  description: z.string(),
  license: z.string().optional(),
  compatibility: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  /** What its author would allow: nothing is allowed by it. */
  allowedTools: z.array(z.string()).optional(),
  /** Where agents read it: `/workspace/…`, or `/skills/…` for the person's own. */
  agentPath: z.string(),
  isOn: z.boolean(),
  /** Skills of the same name that it stands in front of. */
  shadows: z.array(Origin),
})
export type SkillDescription = z.infer<typeof SkillDescription>

export const SkillList = z.object({
  /** By name. */
  skills: z.array(SkillDescription),
  /** What should be a skill and is none, and what is wrong with each. */
  malformed: z.array(Origin.extend({ error: z.string() })),
})
export type SkillList = z.infer<typeof SkillList>

export const skills = {
  /** Those of a project, or those that every project has. Read anew each time. */
  'skills.list': call(z.object({ projectId: ProjectId.optional() }), SkillList),
  /** Turns one on or off in a project, from the next run on. */
  'skills.switch': call(
    z.object({ projectId: ProjectId, name: z.string(), isOn: z.boolean() }),
    z.object({}),
  ),
} as const

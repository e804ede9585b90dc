import { z } from 'zod'
import { Hash, ProjectId } from '../../lib/ids.ts'
import { call } from './define.ts'

/** A `SKILL.md`. `home`: the person's own, `project`: what came with the project. */
const SkillOrigin = z.object({ source: z.enum(['project', 'home']), path: z.string() })

/** What the front matter of a skill says; its text is read by agents alone, where they need it. */
export const SkillDescription = SkillOrigin.extend({
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
  shadows: z.array(SkillOrigin),
})
export type SkillDescription = z.infer<typeof SkillDescription>

export const SkillList = z.object({
  /** By name. */
  skills: z.array(SkillDescription),
  /** What should be a skill and is none, and what is wrong with each. */
  malformed: z.array(SkillOrigin.extend({ error: z.string() })),
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

/** A file that defines a subagent type. `home`: the person's own, `project`: what came with the project. */
const Origin = z.object({
  source: z.enum(['built-in', 'home', 'project']),
  path: z.string(),
})

/** What subagents of one type are made from. */
export const AgentDefinition = Origin.extend({
  name: z.string(),
  description: z.string(),
  /** Ours, some only below a folder: `write_file(/docs/)`. Absent: all the lead has, but for delegating. */
  tools: z.array(z.string()).optional(),
  /** `inherit`, a size (`haiku`, `sonnet`, `opus`) of the session's provider, or `provider:model`. */
  model: z.string(),
  /** How often its model is asked at most. */
  maxTurns: z.int().positive().optional(),
  skills: z.array(z.string()),
  /** Its own switch; delegation as a whole may be off all the same. */
  isOn: z.boolean(),
  /** Definitions of the same name that it stands in front of. */
  shadows: z.array(Origin),
  /** What could not be taken as it is written, a sentence each. */
  problems: z.array(z.string()),
})
export type AgentDefinition = z.infer<typeof AgentDefinition>

export const AgentList = z.object({
  /** Whether agents delegate at all: in every project, and in this one. */
  delegation: z.object({ isOnEverywhere: z.boolean(), isOnHere: z.boolean() }),
  /** By name. */
  definitions: z.array(AgentDefinition),
  /** Files that are no definition, and what is wrong with each. */
  malformed: z.array(Origin.extend({ error: z.string() })),
})
export type AgentList = z.infer<typeof AgentList>

export const Playbook = z.object({
  /** A person starts it as `/name`. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** What is written after its name. */
  argumentHint: z.string(),
})
export type Playbook = z.infer<typeof Playbook>

/** Where a person keeps a definition: with a project, or at home for all of them. */
export const DefinitionPlace = z.enum(['project', 'home'])
export type DefinitionPlace = z.infer<typeof DefinitionPlace>

export const WrittenDefinition = Origin.extend({ text: z.string(), hash: Hash })
export type WrittenDefinition = z.infer<typeof WrittenDefinition>

/** What a text defines, or why it defines nothing. */
export const CheckedDefinition = z.object({
  definition: AgentDefinition.pick({
    name: true,
    description: true,
    tools: true,
    model: true,
    maxTurns: true,
    skills: true,
  }).optional(),
  /** What could not be taken as it is written, a sentence each. */
  problems: z.array(z.string()),
  error: z.string().optional(),
})
export type CheckedDefinition = z.infer<typeof CheckedDefinition>

export const agents = {
  /** The text of the definition that holds by that name. */
  'agents.read': call(
    z.object({ projectId: ProjectId.optional(), name: z.string() }),
    WrittenDefinition,
  ),
  /** What a text would define; nothing is kept. */
  'agents.check': call(z.object({ place: DefinitionPlace, text: z.string() }), CheckedDefinition),
  /**
   * Keeps a definition; it holds from the next run on. `path` is the file it was read from; without one
   * it is a new file by its name. Fails with `conflict` where that is not what `base` says, `null` being
   * none.
   */
  'agents.write': call(
    z.object({
      projectId: ProjectId.optional(),
      place: DefinitionPlace,
      path: z.string().optional(),
      text: z.string(),
      base: Hash.nullable(),
    }),
    z.object({ name: z.string() }),
  ),
  /** Those of a project, or those that every project has. Read anew each time. */
  'agents.list': call(z.object({ projectId: ProjectId.optional() }), AgentList),
  /**
   * Turns one type on or off in a project, or with `all` delegation as a whole: in a project, or
   * without one everywhere. It holds from the next run on.
   */
  'agents.switch': call(
    z.union([
      z.object({ projectId: ProjectId, name: z.string(), isOn: z.boolean() }),
      z.object({ projectId: ProjectId.optional(), all: z.literal(true), isOn: z.boolean() }),
    ]),
    z.object({}),
  ),
  /** Ways of working that a prompt starts with `/name`. */
  'playbooks.list': call(z.object({}), z.array(Playbook)),
} as const

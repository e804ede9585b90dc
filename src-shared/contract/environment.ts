import { z } from 'zod'
import { ProjectId } from '../ids.ts'
import { VariableName } from '../settings.ts'
import { call } from './define.ts'

/** Which variables of the host's environment a project's programs get. Values are never told. */
export const ProjectEnvironment = z.object({
  /** Those that a person allowed; `isSet`: the host has one of that name. */
  allowed: z.array(z.object({ name: z.string(), isSet: z.boolean() })),
  /** Those that the host has and withholds, sorted. */
  withheld: z.array(z.string()),
})
export type ProjectEnvironment = z.infer<typeof ProjectEnvironment>

const NamedVariables = z.object({
  projectId: ProjectId,
  names: z.array(VariableName).min(1).max(50),
})

export const environment = {
  'environment.read': call(z.object({ projectId: ProjectId }), ProjectEnvironment),
  /** Holds from the next command on; servers get it when they are started again. */
  'environment.allow': call(NamedVariables, z.object({})),
  /** Takes permissions back; those that aren't there are ignored. */
  'environment.withhold': call(NamedVariables, z.object({})),
} as const

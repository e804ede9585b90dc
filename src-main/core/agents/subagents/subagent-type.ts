import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import type { ToolAccess } from '../../permissions/tool-access.ts'
import type { SubagentFields } from '../../project-files/front-matter.ts'
import { readFields } from '../../project-files/project-parser.ts'
import { giveTools } from './resolve-tools.ts'
import { readModel } from './subagent-model.ts'

/** Who wrote a definition: us, the person, or whoever made the project. */
export type SubagentSource = 'built-in' | 'home' | 'project'

/** A file that defines a subagent type. */
export interface Origin {
  readonly source: SubagentSource
  readonly path: string
}

/** A definition that subagents are made from. */
export interface SubagentType extends Origin {
  readonly name: string
  /** When to delegate to it, for the lead. */
  readonly description: string
  readonly prompt: string
  /** Absent: all the lead has, but for delegating. */
  readonly toolAccess?: readonly ToolAccess[]
  /** `inherit`, a size (`haiku`, `sonnet`, `opus`), or `provider:model`. */
  readonly model: string
  /** How often its model is asked at most; the last time for its report. */
  readonly maxTurns?: number
  /** Names of the skills it has. */
  readonly skills: readonly string[]
  /** What of the definition could not be taken as it is written, a sentence each. */
  readonly problems: readonly string[]
}

/** Reads a definition. Throws what keeps it from being one. */
export async function readSubagentType(text: string, origin: Origin): Promise<SubagentType> {
  const { fields, body } = await readFields('subagent', text)
  return toSubagentType(fields, body, origin)
}

/** Makes a type of its front matter and the prompt below it. What can be done without is among its problems. */
export function toSubagentType(
  fields: SubagentFields,
  prompt: string,
  origin: Origin,
): SubagentType {
  if (prompt === '') throw AppError.invalidInput('It has no prompt.')
  const { name, description, tools, disallowedTools, skills } = fields
  // What came with a project is text for a prompt: it narrows what its subagents may do, nothing else.
  const mayDelegate = origin.source !== 'project'
  const given = giveTools({ tools, disallowedTools, mayDelegate })
  const { model, problem } = readModel(fields.model)
  const turns = readTurns(fields.maxTurns)
  return {
    ...origin,
    name,
    description,
    prompt,
    ...(given.toolAccess && { toolAccess: given.toolAccess }),
    model,
    ...(turns.maxTurns !== undefined && { maxTurns: turns.maxTurns }),
    skills: toNames(skills),
    problems: [...given.problems, problem, turns.problem].filter((one) => one !== undefined),
  }
}

function readTurns(written: unknown): { readonly maxTurns?: number; readonly problem?: string } {
  if (written === undefined || written === null) return {}
  const parsed = z.coerce.number().int().positive().safeParse(written)
  if (parsed.success) return { maxTurns: parsed.data }
  const problem = 'Its maxTurns is no whole number above 0: only the limits of the run hold.'
  return { problem }
}

function toNames(written: string | readonly string[] | null | undefined): readonly string[] {
  const list = typeof written === 'string' ? written.split(',') : (written ?? [])
  return list.map((one) => one.trim()).filter(Boolean)
}

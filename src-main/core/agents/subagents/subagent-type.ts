import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { LEAD_TYPE, ORCHESTRATOR_TYPE } from '#shared/events/agent.ts'
import { readFrontMatter } from '../../front-matter.ts'
import type { Grant } from '../../policy/grants.ts'
import { giveTools } from './give-tools.ts'
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
  readonly grants?: readonly Grant[]
  /** `inherit`, a size (`haiku`, `sonnet`, `opus`), or `provider:model`. */
  readonly model: string
  /** How often its model is asked at most; the last time for its report. */
  readonly maxTurns?: number
  /** Names of the skills it has. */
  readonly skills: readonly string[]
  /** What of the definition could not be taken as it is written, a sentence each. */
  readonly problems: readonly string[]
}

const TAKEN: ReadonlySet<string> = new Set([LEAD_TYPE, ORCHESTRATOR_TYPE])

const NameList = z.union([z.string(), z.array(z.string()), z.null()]).optional()

/** What other programs write besides is not ours to judge. */
const FrontMatter = z.object(
  {
    name: z
      .string('Give it a name.')
      .regex(/^[a-z][a-z0-9-]{0,63}$/, 'Write the name in small letters, digits and dashes.')
      .refine((name) => !TAKEN.has(name), 'An agent is called so already: choose another name.'),
    description: z
      .string('Give it a description that says when to delegate to it.')
      .trim()
      .min(1, 'Its description is empty.'),
    tools: NameList,
    disallowedTools: NameList,
    model: z.unknown().optional(),
    maxTurns: z.unknown().optional(),
    skills: NameList,
  },
  'Its front matter names no fields.',
)

/**
 * Reads YAML front matter and the prompt below it. Fails with what keeps it from being a definition;
 * what can be done without is among its problems.
 */
export function parseSubagentType(text: string, origin: Origin): SubagentType {
  const { values, body: prompt } = readFrontMatter(text)
  const parsed = FrontMatter.safeParse(values)
  if (!parsed.success) throw wrong(parsed.error.issues.map(toSentence).join(' '))
  if (prompt === '') throw wrong('It has no prompt.')
  const { name, description, tools, disallowedTools, skills } = parsed.data
  // What came with a project is text for a prompt: it narrows what its subagents may do, nothing else.
  const mayDelegate = origin.source !== 'project'
  const given = giveTools({ tools, disallowedTools, mayDelegate })
  const { model, problem } = readModel(parsed.data.model)
  const turns = readTurns(parsed.data.maxTurns)
  return {
    ...origin,
    name,
    description,
    prompt,
    ...(given.grants && { grants: given.grants }),
    model,
    ...(turns.maxTurns !== undefined && { maxTurns: turns.maxTurns }),
    skills: toNames(skills),
    problems: [...given.problems, problem, turns.problem].filter((one) => one !== undefined),
  }
}

function toSentence({ path, message }: z.core.$ZodIssue): string {
  const isOurs = ['name', 'description'].includes(String(path[0])) || path.length === 0
  return isOurs ? message : `Its ${path.join('.')} must be names: a list, or with commas between.`
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

function wrong(message: string): AppError {
  return new AppError('invalid-input', message)
}

import type { ProjectId } from '#shared/ids.ts'
import { allowedVariables, VariableName } from '#shared/settings.ts'
import type { Store } from './log/store.ts'
import {
  canAllow,
  type Environment,
  findWithheld,
  toProgramEnvironment,
} from './program-environment.ts'

/** The environment of the programs that agents start in one project. */
export interface AgentEnvironment {
  /** For a program that starts now: what a person allows counts from the next program on. */
  read(): Readonly<Record<string, string>>
  /** One variable, which a trusted file of the project refers to by name. */
  find(name: string): string | undefined
  /** The names of withheld variables that a text contains and that a person could allow, five at most. */
  findWithheldIn(text: string): readonly string[]
}

/** `readAllowed` returns the names that a person allows at the moment. */
export function createAgentEnvironment(
  env: Environment,
  readAllowed: () => readonly string[] = () => [],
): AgentEnvironment {
  return {
    read: () => toProgramEnvironment(env, { allowed: readAllowed() }),
    find: (name) => findVariable(env, name),
    findWithheldIn: (text) => {
      const withheld = findWithheld(env, { allowed: readAllowed() })
      const offered = withheld.filter((name) => VariableName.safeParse(name).success)
      const words = wordsIn(text)
      return offered.filter((name) => isDistinct(name) && words.has(name)).slice(0, MAX_NAMES)
    },
  }
}

/** The environment of a project's programs, as its person allows it. */
export function agentEnvironmentOf(
  { settings }: Pick<Store, 'settings'>,
  env: Environment,
  projectId: ProjectId,
): AgentEnvironment {
  return createAgentEnvironment(env, () => allowedVariables(settings.read(), projectId))
}

/** Returns a variable that a trusted file refers to; Orrery's own count as not set. */
export function findVariable(env: Environment, name: string): string | undefined {
  return canAllow(name) && Object.hasOwn(env, name) ? env[name] : undefined
}

/** More would be a listing, not a failure for want of one. */
const MAX_NAMES = 5

/** A word of prose, such as `container`, says nothing about a variable. */
function isDistinct(name: string): boolean {
  return name.length > 2 && /[A-Z_]/u.test(name)
}

/** A failure is told at the end of an output, or at its beginning. */
const LOOKED_AT_CHARS = 64 * 1024

function wordsIn(text: string): ReadonlySet<string> {
  const isLong = text.length > 2 * LOOKED_AT_CHARS
  const start = isLong ? text.slice(0, LOOKED_AT_CHARS) : text
  const end = isLong ? text.slice(-LOOKED_AT_CHARS) : ''
  return new Set(`${start}\n${end}`.match(/\w+/gu))
}

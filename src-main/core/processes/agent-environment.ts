import type { ProjectId } from '#shared/lib/ids.ts'
import { stripEscapes } from '#shared/lib/strip-escapes.ts'
import { allowedVariables, VariableName } from '#shared/settings/settings.ts'
import { type GitSetting, toVariables } from '../git/git-settings.ts'
import {
  canAllow,
  type Environment,
  findWithheld,
  toProgramEnvironment,
} from '../programs/program-environment.ts'
import type { Store } from '../store/store.ts'
import { AGENT_MARK, agentMarkOf } from './agent-processes.ts'

/** More would be a listing, not a failure for want of one. */
const MAX_NAMES = 5

/** An error message is at the beginning or the end of an output. */
const SEARCHED_CHARS = 64 * 1024

/** The environment of the programs that agents start in one project. */
export interface AgentEnvironment {
  /** For a program that starts now: what a person allows counts from the next program on. */
  read(): Readonly<Record<string, string>>
  /** One variable, which a trusted file of the project refers to by name. */
  find(name: string): string | undefined
  /** The names of variables that are withheld and that a person could allow. */
  withheld(): readonly string[]
  /** Those of them that a failed program's output points to, five at most. */
  findWithheldIn(text: string): readonly string[]
}

/**
 * `readAllowed` returns the names that a person allows at the moment. Programs are marked as those of an agent
 * of the host that owns `dataDir`.
 */
export function createAgentEnvironment(
  env: Environment,
  readAllowed: () => readonly string[] = () => [],
  dataDir?: string,
): AgentEnvironment {
  const mark = dataDir === undefined ? {} : { [AGENT_MARK]: agentMarkOf(dataDir) }
  const withheld = () =>
    findWithheld(env, { allowed: readAllowed() }).filter(
      (name) => isDistinct(name) && VariableName.safeParse(name).success,
    )
  return {
    read: () => ({
      ...withSafeGit(toProgramEnvironment(env, { allowed: readAllowed() })),
      ...mark,
    }),
    find: (name) => findVariable(env, name),
    withheld,
    findWithheldIn: (text) => findMissing(text, withheld()),
  }
}

/** Keeps an agent's git from running programs that a repository made by a command names. */
const SAFE_GIT: readonly GitSetting[] = [
  ['safe.bareRepository', 'explicit'],
  ['core.fsmonitor', 'false'],
  ['protocol.ext.allow', 'never'],
]

/** Adds settings to those that a person lets through, if any. */
function withSafeGit(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...env, ...toVariables(SAFE_GIT, Number(env.GIT_CONFIG_COUNT) || 0) }
}

/** The environment of a project's programs, as its person allows it. */
export function agentEnvironmentOf(
  { settings, dataDir }: Pick<Store, 'settings' | 'dataDir'>,
  env: Environment,
  projectId: ProjectId,
): AgentEnvironment {
  return createAgentEnvironment(env, () => allowedVariables(settings.read(), projectId), dataDir)
}

/** Returns a variable that a trusted file refers to; Orrery's own count as not set. */
export function findVariable(env: Environment, name: string): string | undefined {
  return canAllow(name) && Object.hasOwn(env, name) ? env[name] : undefined
}

/** A word of prose, such as `container`, says nothing about a variable. */
function isDistinct(name: string): boolean {
  return name.length > 2 && /[A-Z_]/u.test(name)
}

/** Errors that don't name the variable whose absence causes them. ssh has no translations. */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/\bPermission denied \([a-z,-]*\bpublickey\b/u, 'SSH_AUTH_SOCK'],
  [/\bCould not open a connection to your authentication agent\b/u, 'SSH_AUTH_SOCK'],
]

/** Returns those of the names, five at most, that a failed program's output contains or is caused by. */
export function findMissing(output: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  const text = stripEscapes(cutMiddle(output))
  const words = new Set(text.match(/\w+/gu))
  for (const [pattern, name] of CAUSES) if (pattern.test(text)) words.add(name)
  return names.filter((name) => words.has(name)).slice(0, MAX_NAMES)
}

function cutMiddle(output: string): string {
  if (output.length <= 2 * SEARCHED_CHARS) return output
  return `${output.slice(0, SEARCHED_CHARS)}\n${output.slice(-SEARCHED_CHARS)}`
}

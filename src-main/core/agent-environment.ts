import type { ProjectId } from '#shared/ids.ts'
import { allowedVariables, VariableName } from '#shared/settings.ts'
import { type GitSetting, toVariables } from './git/git-settings.ts'
import type { Store } from './log/store.ts'
import { findMissing } from './missing-variables.ts'
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
  /** The names of variables that are withheld and that a person could allow. */
  withheld(): readonly string[]
  /** Those of them that a failed program's output points to, five at most. */
  findWithheldIn(text: string): readonly string[]
}

/** `readAllowed` returns the names that a person allows at the moment. */
export function createAgentEnvironment(
  env: Environment,
  readAllowed: () => readonly string[] = () => [],
): AgentEnvironment {
  const withheld = () =>
    findWithheld(env, { allowed: readAllowed() }).filter(
      (name) => isDistinct(name) && VariableName.safeParse(name).success,
    )
  return {
    read: () => withSafeGit(toProgramEnvironment(env, { allowed: readAllowed() })),
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

/** A word of prose, such as `container`, says nothing about a variable. */
function isDistinct(name: string): boolean {
  return name.length > 2 && /[A-Z_]/u.test(name)
}

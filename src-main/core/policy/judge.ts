import type { AllowRule } from '#shared/events/rule.ts'
import type { Profile, ProjectSettings } from '#shared/settings.ts'
import type { Args } from '../tools/define.ts'
import { fileOf } from '../tools/define.ts'
import { effectOf, isKnown, toolNamed } from '../tools/index.ts'
import { findAllowing } from './allow-rules.ts'
import { allowsPath, type Grant } from './grants.ts'

/** What holds for a run, in every one of its agents. */
export interface Rules {
  readonly profile: Profile
  readonly interruptOn: ProjectSettings['interruptOn']
  /** What a person lets run without being asked again. */
  readonly allowing?: readonly AllowRule[]
}

export interface Call {
  readonly name: string
  readonly args: Args
  /** Where the file it would change really is, by the path agents have for it: links are followed. */
  readonly place?: string
}

/**
 * `rule` says which rule decided, `risk` what the call can do; both are for people. `isJudged`: it
 * is known what the call can do, so that it may be approved without being looked at.
 */
export interface Verdict {
  readonly verdict: 'allow' | 'ask' | 'deny'
  readonly rule: string
  readonly risk: string
  readonly isJudged: boolean
}

/** Decides one call. A project's own settings can make it ask; they can never allow it. */
export function judge(call: Call, rules: Rules, grants: readonly Grant[] | undefined): Verdict {
  const tool = toolNamed(call.name)
  const about = {
    risk: tool.risk?.(call.args) ?? riskOf(call.name),
    isJudged: isKnown(call.name),
  }
  const refusal = refuse(call, rules, grants)
  if (refusal) return { verdict: 'deny', rule: refusal, ...about }
  const guarded = guard(call)
  if (guarded) return { verdict: 'ask', rule: guarded, ...about }
  const allowing = findAllowing(call, rules.allowing ?? [])
  if (allowing) return { verdict: 'allow', rule: wordsOf(allowing), ...about }
  const asking = ask(call, rules)
  if (asking) return { verdict: 'ask', rule: asking, ...about }
  return { verdict: 'allow', rule: `The ${rules.profile} profile allows it.`, ...about }
}

/** Whether an agent is told of a tool at all. */
export function isVisible(
  name: string,
  { profile }: Rules,
  grants: readonly Grant[] | undefined,
): boolean {
  if (grants && !grants.some((grant) => grant.name === name)) return false
  return profile !== 'restricted' || effectOf(name) === 'read'
}

function refuse(
  call: Call,
  rules: Rules,
  grants: readonly Grant[] | undefined,
): string | undefined {
  if (!isVisible(call.name, rules, undefined)) {
    return `The ${rules.profile} profile has no tools that write or execute.`
  }
  if (!grants) return undefined
  const grant = grants.find(({ name }) => name === call.name)
  if (!grant) return `This agent's definition does not give it ${call.name}.`
  return allowsPath(grant, call.args, call.place)
    ? undefined
    : `This agent may use ${call.name} only below ${grant.under}.`
}

/** What no rule of a person's can let run unasked. */
function guard({ name, args, place }: Call): string | undefined {
  const changed = effectOf(name) === 'edit' ? [fileOf(args), place] : []
  const isGuarded = changed.some(isOfRules)
  return isGuarded ? 'Every profile asks before a change to what agents may do.' : undefined
}

function wordsOf({ tool, pattern, scope }: AllowRule): string {
  const what = pattern === undefined ? tool : `${tool} of ${pattern}`
  return `A person always allows ${what} in this ${scope}.`
}

function ask({ name }: Call, { profile, interruptOn }: Rules): string | undefined {
  if (interruptOn[name]) return `interruptOn in .orrery/settings.json asks before ${name}.`
  if (profile === 'standard' && toolNamed(name).isFinal)
    return `The standard profile asks before ${name}.`
  return isKnown(name) ? undefined : `Nobody has said what ${name} does.`
}

/** Where a project says what agents are, may do, and start. */
const RULED: ReadonlySet<string> = new Set(['.orrery', '.claude', '.mcp.json'])

/** What asks about agents is not for them to change; some disks take both cases for the same. */
function isOfRules(path: string | undefined): boolean {
  const parts = path?.split('/').filter((part) => part !== '' && part !== '.') ?? []
  return parts[0] === 'workspace' && RULED.has(parts[1]?.toLowerCase() ?? '')
}

function riskOf(name: string): string {
  return effectOf(name) === 'read' ? 'Changes nothing.' : `What ${name} does is not known.`
}

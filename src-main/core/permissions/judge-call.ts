import { type AllowRule, decisionsOf } from '#shared/events/approval.ts'
import { isThisMachine } from '#shared/lib/is-localhost.ts'
import type { Decision, Profile, ProjectSettings } from '#shared/settings/settings.ts'
import { httpHostOf } from '../text/http-host.ts'
import { canRead, isKnown, toolFor, toolNamed } from '../tools/catalogue/index.ts'
import { isMcpName } from '../tools/catalogue/mcp-tool.ts'
import { findToolNames } from '../tools/catalogue/tool-aliases.ts'
import { type Args, filesOf, type Tool } from '../tools/definition/define-tool.ts'
import { allowsCall, findAllowing, type MatchedCall } from './allow-rules.ts'
import { findingsOf, ruleCommand } from './command-ruling.ts'
import type { CommandVerdict } from './shell/interpreter/judge-command.ts'
import type { Typing } from './shell/interpreter/judge-typed.ts'
import type { ShellPlace } from './shell/place.ts'
import { isRuled } from './shell/ruled-paths.ts'
import { isWorse } from './shell/verdict.ts'
import { type ShellJudge, shellJudgeHere } from './shell-judge/shell-judge.ts'
import { mustBeConfirmed } from './suggest-patterns.ts'
import { allowsPaths, findAccessTo, type ToolAccess } from './tool-access.ts'

/** What holds for a run, in every one of its agents. */
export interface Rules {
  readonly profile: Profile
  readonly interruptOn: ProjectSettings['interruptOn']
  /** What a person lets run without being asked again. */
  readonly allowing?: readonly AllowRule[]
  /** Names of MCP tools that a person allowed for this run alone. */
  readonly allowedInRun?: readonly string[]
  /** Whether a person allowed the MCP tool of the call with another description or schema. */
  readonly isToolChanged?: boolean
}

/** A call that is to be judged. */
interface Call {
  readonly name: string
  readonly args: Args
  /** Where the files it names really are, by the paths agents have for them: links are followed. */
  readonly places?: ReadonlyMap<string, string | undefined>
  /** Where a command would run. */
  readonly shell: ShellPlace
  /** Who would read what it types; absent: nobody knows. */
  readonly typing?: Typing
  /** Judges shell commands; by default on the current thread. */
  readonly shellJudge?: ShellJudge
}

/**
 * Where a rule comes from: the agent's definition, the profile, the project's own settings, what a
 * person always allows, or Orrery itself.
 */
type RuleSource = 'definition' | 'profile' | 'project' | 'person' | 'host'

interface Ruling {
  readonly verdict: 'allow' | 'ask' | 'deny'
  readonly rule: string
  readonly source: RuleSource
}

/**
 * `rule` says which rule decided, `risk` what the call can do; both are for people. `isJudged`: it
 * is known what the call can do, so that it may be approved without being looked at.
 */
export interface Verdict extends Ruling {
  readonly risk: string
  readonly isJudged: boolean
  readonly allowedDecisions: readonly Decision[]
  /** Whether a rule may allow calls like it. */
  readonly acceptsRule: boolean
  /** Rules that would allow the call if the person confirmed them. */
  readonly earlierRules?: readonly AllowRule[]
}

/** Decides one call. A project's own settings can make it ask; they can never allow it. */
export async function judge(
  call: Call,
  rules: Rules,
  toolAccess: readonly ToolAccess[] | undefined,
): Promise<Verdict> {
  const tool = toolFor(call.name, call.args)
  const command = await judgeShell(tool, call)
  const guarded = guard(call, command)
  const allowedDecisions = decisionsFor(call.name, rules)
  const ruling =
    refuse(call, rules, toolAccess) ??
    block(command, rules) ??
    guarded ??
    allow(call, rules) ??
    askAgain(call, rules, command) ??
    ({
      verdict: 'allow',
      source: 'profile',
      rule: `The ${rules.profile} profile allows it.`,
    } as const)
  return {
    ...ruling,
    risk: (command && riskOfCommand(command, rules)) ?? tool.risk?.(call.args) ?? riskOf(tool),
    isJudged: isKnown(call.name) && !(command && hasUnknown(command)),
    allowedDecisions,
    acceptsRule: !guarded && allowedDecisions.includes('approve'),
  }
}

/** More sentences than these aren't read. */
const MAX_OTHER_RISKS = 2

/** Names the finding that decides, then the others that a person has to know of. */
function riskOfCommand(command: CommandVerdict, { profile }: Rules): string {
  const { finding } = ruleCommand(command, profile)
  const findings = findingsOf(command)
  const others = findings.filter(
    ({ verdict, reason }) => reason !== finding.reason && isWorse(verdict, 'risky'),
  )
  return [finding, ...others.slice(0, MAX_OTHER_RISKS)].map(({ reason }) => reason).join(' ')
}

function hasUnknown(command: CommandVerdict): boolean {
  return findingsOf(command).some(({ verdict }) => verdict === 'unknown')
}

/** What it would have a shell do; `undefined`: nothing. */
async function judgeShell(
  tool: Tool,
  { args, shell, typing, shellJudge = shellJudgeHere }: Call,
): Promise<CommandVerdict | undefined> {
  const command = tool.command?.(args)
  if (command !== undefined) return shellJudge.judgeCommand(command, shell)
  const typed = tool.typed?.(args)
  if (!typed) return undefined
  const unread: Typing = { place: shell, reader: 'program', before: '', pending: '' }
  return shellJudge.judgeTyped(typed.text, typing ?? unread)
}

/** Whether an agent is told of a tool at all: of one that may only read, where some of its calls do. */
export function isVisible(
  name: string,
  { profile }: Rules,
  toolAccess: readonly ToolAccess[] | undefined,
): boolean {
  if (toolAccess && !findAccessTo(toolAccess, name)) return false
  return profile !== 'restricted' || canRead(name)
}

function refuse(
  call: Call,
  rules: Rules,
  toolAccess: readonly ToolAccess[] | undefined,
): Ruling | undefined {
  const isReading = toolFor(call.name, call.args).effect === 'read'
  if (rules.profile === 'restricted' && !isReading) {
    const rule = `The ${rules.profile} profile has no tools that write, execute or fetch.`
    return { verdict: 'deny', source: 'profile', rule }
  }
  if (!toolAccess) return undefined
  const ofDefinition = { verdict: 'deny', source: 'definition' } as const
  const access = findAccessTo(toolAccess, call.name)
  if (!access)
    return { ...ofDefinition, rule: `This agent's definition does not give it ${call.name}.` }
  if (access.isReading && !isReading)
    return { ...ofDefinition, rule: `This agent may use ${call.name} only to read.` }
  if (allowsPaths(access, filesOf(toolNamed(call.name), call.args), call.places)) return undefined
  return { ...ofDefinition, rule: `This agent may use ${call.name} only below ${access.under}.` }
}

/** What nobody can approve. */
function block(command: CommandVerdict | undefined, { profile }: Rules): Ruling | undefined {
  const ruling = command && ruleCommand(command, profile)
  if (ruling?.verdict !== 'deny') return undefined
  const isCatastrophic = ruling.finding.verdict === 'catastrophic'
  const who = isCatastrophic ? 'Every profile' : `The ${profile} profile`
  const source = isCatastrophic ? 'host' : 'profile'
  return { verdict: 'deny', source, rule: `${who} blocks it: ${ruling.finding.reason}` }
}

/** What no rule of a person's can let run unasked. */
function guard(
  { name, args, places }: Call,
  command: CommandVerdict | undefined,
): Ruling | undefined {
  const asks = (rule: string) => ({ verdict: 'ask', source: 'host', rule }) as const
  if (toolNamed(name).isQuestion) return asks('A question waits for a person.')
  if (command?.isGuarded) {
    return asks('Every profile asks before a command reaches what agents may do, or Orrery’s own.')
  }
  const named = toolFor(name, args).effect === 'edit' ? filesOf(toolNamed(name), args) : []
  const changed = [...named, ...(places?.values() ?? [])]
  if (!changed.some(isOfRules)) return undefined
  return asks('Every profile asks before a change to what agents may do.')
}

const TOOL_CHANGED =
  'You allowed this tool before its server changed the description, the input schema or the claims.'

const ALLOWED_IN_RUN: Ruling = {
  verdict: 'allow',
  source: 'person',
  rule: 'A person allows this tool for this run.',
}

function allow(call: Call, rules: Rules): Ruling | undefined {
  // A rule approves on the person's behalf, so it applies only if the person may approve.
  if (!decisionsFor(call.name, rules).includes('approve')) return undefined
  if (isMcpName(call.name) && rules.allowedInRun?.includes(call.name)) return ALLOWED_IN_RUN
  const confirmed = rules.allowing?.filter((rule) => !mustBeConfirmed(rule)) ?? []
  const found = findAllowing(call, confirmed)
  if (!found) return undefined
  const { tool, pattern, scope } = found
  const what = pattern === undefined ? tool : `${tool} of ${pattern}`
  const rule = `A person always allows ${what} in this ${scope}.`
  return { verdict: 'allow', source: 'person', rule }
}

/** Asks as the profile does, and gives the reason if a rule of an earlier version allowed the call. */
function askAgain(
  call: Call,
  rules: Rules,
  command: CommandVerdict | undefined,
): (Ruling & Pick<Verdict, 'earlierRules'>) | undefined {
  const asking = ask(call, rules, command)
  if (!asking || !decisionsFor(call.name, rules).includes('approve')) return asking
  const earlierRules = findEarlierRules(call, rules.allowing ?? [])
  const [earlier] = earlierRules
  if (!earlier) return asking
  return { verdict: 'ask', source: 'person', rule: explainEarlierRule(earlier), earlierRules }
}

function ask(
  { name, args }: Call,
  rules: Rules,
  command: CommandVerdict | undefined,
): Ruling | undefined {
  const { profile } = rules
  const asks = (source: RuleSource, rule: string) => ({ verdict: 'ask', source, rule }) as const
  if (asksBefore(rules, name)) {
    return asks('project', `interruptOn in .orrery/settings.json asks before ${name}.`)
  }
  const ruling = command && ruleCommand(command, profile)
  if (ruling?.verdict === 'ask') {
    const what = ruling.finding.verdict === 'unknown' ? 'what cannot be judged' : 'such a command'
    return asks('profile', `The ${profile} profile asks before ${what}.`)
  }
  if (profile === 'standard' && toolNamed(name).isFinal) {
    return asks('profile', `The standard profile asks before ${name}.`)
  }
  if (isMcpName(name) && rules.isToolChanged) return asks('person', TOOL_CHANGED)
  if (isMcpName(name)) return asks('host', 'Every profile asks before a tool of an MCP server.')
  const elsewhere = profile === 'standard' ? elsewhereOf(name, args) : undefined
  if (elsewhere !== undefined) {
    return asks('profile', `The standard profile asks before ${elsewhere} is reached.`)
  }
  return isKnown(name) ? undefined : asks('host', `Nobody has said what ${name} does.`)
}

/** Where a call would fetch from that is not this machine, in words. */
function elsewhereOf(name: string, args: Args): string | undefined {
  const address = toolNamed(name).address?.(args)
  if (address === undefined || address === 'about:blank') return undefined
  const host = httpHostOf(address)
  if (host === undefined) return 'what has no host'
  return isThisMachine(host) ? undefined : host
}

/** A project may have its settings from when a tool had another name. */
function asksBefore({ interruptOn }: Pick<Rules, 'interruptOn'>, name: string): boolean {
  return entriesFor(interruptOn, name).some((entry) => entry !== false)
}

function entriesFor(interruptOn: Rules['interruptOn'], name: string) {
  return Object.entries(interruptOn)
    .filter(([written]) => written === name || findToolNames(written).includes(name))
    .map(([, entry]) => entry)
}

/** Returns the decisions that every interruptOn entry for the tool allows. */
function decisionsFor(name: string, { interruptOn }: Rules): readonly Decision[] {
  const lists = entriesFor(interruptOn, name).flatMap((entry) => {
    const allowed = typeof entry === 'object' ? entry.allowedDecisions : undefined
    return allowed ? [allowed] : []
  })
  const left = decisionsOf.call.filter((decision) => lists.every((list) => list.includes(decision)))
  return left.length > 0 ? left : ['reject']
}

/** What asks about agents is not for them to change. */
function isOfRules(path: string | undefined): boolean {
  const [first, ...rest] = path?.split('/').filter((part) => part !== '' && part !== '.') ?? []
  return first === 'workspace' && isRuled(rest.join('/'))
}

function riskOf({ name, effect }: Tool): string {
  return effect === 'read' ? 'Changes nothing.' : `What ${name} does is not known.`
}

/** Returns the rules that match a call and don't hold until the person confirms them. */
function findEarlierRules(call: MatchedCall, rules: readonly AllowRule[]): readonly AllowRule[] {
  return rules.filter((rule) => mustBeConfirmed(rule) && allowsCall(rule, call))
}

/** Explains why a call that such a rule matches needs approval again, in place of the usual reason. */
function explainEarlierRule({ tool, pattern }: AllowRule): string {
  const { command } = toolNamed(findToolNames(tool)[0] ?? tool)
  const earlier = pattern === undefined ? `every call of ${tool}` : `\`${pattern}\``
  const calls = command && pattern !== undefined ? 'commands' : 'calls'
  const exact = command && pattern !== undefined ? 'this exact command' : 'this call'
  const wide = pattern === undefined ? 'every call' : 'the pattern'
  return `An earlier permission, ${earlier}, also allowed other ${calls}. Allow ${exact}, or ${wide} again.`
}

import { z } from 'zod'
import type { ProjectId } from '../lib/ids.ts'
import { McpSettings } from '../mcp/mcp-entry.ts'
import { Price } from '../pricing/pricing.ts'
import { builtinDebuggers } from './builtin-programs.ts'
import { withCurrentIds } from './former-command-ids.ts'

/**
 * What an agent may do: `restricted` reads only; `standard` reads and writes the project, and asks
 * before it runs a command; `trusted` runs commands too.
 */
export const Profile = z.enum(['restricted', 'standard', 'trusted'])
export type Profile = z.infer<typeof Profile>

/** A model as people write it: `provider:model`. */
export const ModelName = z.string().regex(/^[a-z][a-z0-9-]*:.+$/, 'Name a model as PROVIDER:MODEL.')
export type ModelName = z.infer<typeof ModelName>

/** `anthropic:claude-x` → `{ provider: 'anthropic', model: 'claude-x' }`. */
export function splitModelName(name: ModelName): {
  readonly provider: string
  readonly model: string
} {
  const colon = name.indexOf(':')
  return { provider: name.slice(0, colon), model: name.slice(colon + 1) }
}

/** Whether agents delegate, and what to: each subagent type is on in a project unless it is in `off`. */
export const Delegation = z.object({
  isOn: z.boolean().default(true),
  /** How many agents of a session, besides the lead, are at work at once. */
  maxParallel: z.int().min(1).max(64).default(4),
  /** By the project's id. */
  byProject: z
    .record(
      z.string(),
      z.object({ isOn: z.boolean().default(true), off: z.array(z.string()).default([]) }),
    )
    .default({}),
})
export type Delegation = z.infer<typeof Delegation>

/** Which skills agents have: each is on in a project unless it is in `off`. */
export const SkillSettings = z.object({
  /** By the project's id. */
  byProject: z.record(z.string(), z.object({ off: z.array(z.string()) })).default({}),
})
export type SkillSettings = z.infer<typeof SkillSettings>

/** Where a provider is reached. Secrets have a place of their own, so it may hold none. */
export const BaseUrl = z
  .url({ protocol: /^https?$/, error: 'Give an http address, such as http://localhost:1234/v1.' })
  .refine((url) => !/^\w+:\/*[^/?#]*@/.test(url), {
    error: 'Leave user name and password out of the address. Add a key in the settings instead.',
  })

/** What ends a run. An absent limit does not hold. */
export const Limits = z.object({
  toolCalls: z.int().positive().optional(),
  minutes: z.number().positive().optional(),
  costUsd: z.number().positive().optional(),
  /** Tool calls of one agent that failed, one after the other. */
  failuresInRow: z.int().positive().optional(),
  /** The same tool call of one agent, with the same result. */
  repeats: z.int().min(2).optional(),
})
export type Limits = z.infer<typeof Limits>

/** Accepted from callers and logs of the time when it limited a run, and ignored. */
const ignoredEvents = z.int().positive().optional()

/** Limits as logs and requests give them. */
export const GivenLimits = Limits.extend({ events: ignoredEvents })
export type GivenLimits = z.infer<typeof GivenLimits>

/** What holds for a run where nobody has chosen otherwise. */
const DEFAULT_LIMITS: Limits = {
  toolCalls: 2000,
  minutes: 120,
  failuresInRow: 5,
  repeats: 5,
}

const orNone = <T extends z.ZodType>(limit: z.ZodOptional<T>) =>
  limit.unwrap().nullable().optional()

/** A person's own limits: an absent one is the default, `null` is none. */
export const OwnLimits = z.strictObject({
  toolCalls: orNone(Limits.shape.toolCalls),
  /** Left from an earlier version, until the person removes it. */
  events: orNone(ignoredEvents),
  minutes: orNone(Limits.shape.minutes),
  failuresInRow: orNone(Limits.shape.failuresInRow),
  repeats: orNone(Limits.shape.repeats),
})
export type OwnLimits = z.infer<typeof OwnLimits>

/** What holds for a run: what it names itself, else what the person has chosen, else the default. */
export function limitsOf(own: OwnLimits, ofRun: Limits): Limits {
  const chosen = { ...DEFAULT_LIMITS, ...withoutUndefined(own), ...withoutUndefined(ofRun) }
  const held = Object.entries(chosen).filter(([, limit]) => limit !== null)
  return Limits.parse(Object.fromEntries(held))
}

function withoutUndefined(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

/** Over what money is counted: one run, a session, all sessions of a project, or a month (UTC). */
export const BudgetScope = z.enum(['run', 'session', 'project', 'month'])
export type BudgetScope = z.infer<typeof BudgetScope>

/** How much may be spent, in US dollars. An absent budget does not hold. */
export const Budgets = z.partialRecord(BudgetScope, z.number().positive())
export type Budgets = z.infer<typeof Budgets>

/** What a person knows of a model: it holds before what any package says. */
export const OwnModel = z.object({
  label: z.string().min(1).optional(),
  contextTokens: z.int().positive().optional(),
  price: Price.omit({ source: true }).optional(),
})
export type OwnModel = z.infer<typeof OwnModel>

/** Models to go on with, in this order, where one can't be had. */
export const Fallbacks = z.array(ModelName).max(8)

const WITHOUT_PROGRAM = 'Name the program to start.'

/** A program that serves the Debug Adapter Protocol; with `${port}` in `args`, on that port. */
export const DebugAdapter = z.strictObject({
  command: z.string(WITHOUT_PROGRAM).min(1, WITHOUT_PROGRAM).max(2000),
  args: z.array(z.string().max(2000)).max(50).default([]),
})
export type DebugAdapter = z.infer<typeof DebugAdapter>

/** By the type that a launch.json names, such as `lldb`; Node's and Python's need none. */
export const DebuggerSettings = z.record(
  z
    .string()
    .regex(/^[\w.+#-]{1,40}$/, 'Name the type as a launch.json does, such as lldb.')
    .refine(
      (type) => !builtinDebuggers.has(type),
      'Orrery debugs that by itself. Name another type.',
    ),
  DebugAdapter,
)
export type DebuggerSettings = z.infer<typeof DebuggerSettings>

/** How much is at work at once. */
export const Concurrency = z.object({
  /** Sessions; the runs of others wait in the order they were asked for. */
  maxSessions: z.int().min(1).max(32).default(3),
})
export type Concurrency = z.infer<typeof Concurrency>

/** `contrast`: high contrast on a dark ground. `system`: what the system asks for, its contrast included. */
export const Theme = z.enum(['system', 'dark', 'light', 'contrast'])
export type Theme = z.infer<typeof Theme>

/** Keys as shortcuts name them: `mod+shift+e`, `?`, `alt+arrowleft`. `mod` is Ctrl, on a Mac ⌘. */
export const ShortcutKeys = z
  .string()
  .regex(/^(?:mod\+)?(?:alt\+)?(?:shift\+)?(?:\S|[a-z]+|f\d+)$/, 'Name keys as mod+shift+e.')
export type ShortcutKeys = z.infer<typeof ShortcutKeys>

/** By the command's id: its own keys, `null` for none. An absent one has those it came with. */
export const ShortcutChoices = z
  .record(z.string(), ShortcutKeys.nullable())
  .transform((shortcuts) => withCurrentIds(shortcuts))
export type ShortcutChoices = z.infer<typeof ShortcutChoices>

/** A program that knows a language and speaks the Language Server Protocol on its standard input and output. */
export const LanguageServerSetting = z.strictObject({
  command: z
    .array(z.string().min(1).max(2000), WITHOUT_PROGRAM)
    .min(1, WITHOUT_PROGRAM)
    .max(50, 'Name 50 words at most.'),
  /** Of the files that it is asked about. */
  endings: z
    .array(z.string().regex(/^\.[\w+-]+$/, 'Write endings with their dot, such as .rs.'))
    .min(1, 'Name the endings of its files, such as .rs.')
    .max(50, 'Name 50 endings at most.'),
})
export type LanguageServerSetting = z.infer<typeof LanguageServerSetting>

/** By the language's id as editors name it, such as `rust`. */
export const LanguageServerSettings = z.record(
  z.string().regex(/^[\w+#-]{1,40}$/, 'Name the language by its id, such as rust.'),
  LanguageServerSetting,
)
export type LanguageServerSettings = z.infer<typeof LanguageServerSettings>

/** Orrery's own variables are never given to what agents start. */
export const VariableName = z
  .string()
  .regex(/^[A-Za-z_][\w()]{0,199}$/, 'Name a variable, such as DATABASE_URL.')
  .regex(/^(?!ORRERY_|NODE_CHANNEL_)/i, "Orrery's own variables can't be allowed.")
export type VariableName = z.infer<typeof VariableName>

/** The variables of Orrery's environment that a project's commands and servers get besides the usual ones. */
const EnvironmentSettings = z.object({
  /** By the project's id. */
  byProject: z
    .record(z.string(), z.object({ allow: z.array(VariableName).default([]) }))
    .default({}),
})
type EnvironmentSettings = z.infer<typeof EnvironmentSettings>

/** The names that a person allows in a project. */
export function allowedVariables(
  { environment }: { readonly environment: EnvironmentSettings },
  projectId: ProjectId,
): readonly VariableName[] {
  return environment.byProject[projectId]?.allow ?? []
}

/** What a person has chosen, for every project. Secrets are never among it. */
export const Settings = z.object({
  model: ModelName.optional(),
  fallbacks: Fallbacks.default([]),
  models: z.record(ModelName, OwnModel).default({}),
  profile: Profile.default('standard'),
  theme: Theme.default('system'),
  shortcuts: ShortcutChoices.default({}),
  /** Base addresses by provider; what `compatible` speaks to is here. */
  baseUrls: z.record(z.string(), z.url()).default({}),
  /** The program that agents open pages in; absent: one that is found. */
  browserPath: z.string().min(1).optional(),
  /** What makes of texts what they mean, for the search of projects; absent: they are searched by words. */
  embeddingModel: ModelName.optional(),
  /** Where the web is searched, if not at Tavily’s own address. */
  webSearchUrl: BaseUrl.optional(),
  /** Where the desktop app looks for newer versions of itself; absent: nowhere. */
  updateUrl: BaseUrl.optional(),
  limits: OwnLimits.default({}),
  debuggers: DebuggerSettings.default({}),
  budgets: Budgets.default({}),
  delegation: Delegation.prefault({}),
  concurrency: Concurrency.prefault({}),
  skills: SkillSettings.prefault({}),
  environment: EnvironmentSettings.prefault({}),
  /** MCP servers of every project. */
  mcp: McpSettings.prefault({}),
  /** Beside those for TypeScript and Python, or in their place. */
  languageServers: LanguageServerSettings.default({}),
})
export type Settings = z.infer<typeof Settings>

/** What a person said of a call: let it run, let it run with other arguments, refuse it, or answer in its place. */
export const Decision = z.enum(['approve', 'edit', 'reject', 'respond'])
export type Decision = z.infer<typeof Decision>

const AllowedDecisions = z
  .array(Decision)
  .min(1, `Allow at least one of ${Decision.options.join(', ')}.`)
  .optional()

/** Of deepagents, and without effect here. */
const ignored = z.unknown().optional()

/**
 * Options of one tool. The second spelling is that of deepagents for Python. Strict: a misspelled option
 * would allow every decision.
 */
const InterruptOptions = z
  .strictObject({
    allowedDecisions: AllowedDecisions,
    allowed_decisions: AllowedDecisions,
    description: ignored,
    argsSchema: ignored,
    args_schema: ignored,
  })
  .transform(({ allowedDecisions, allowed_decisions }) => ({
    allowedDecisions: allowedDecisions ?? allowed_decisions,
  }))

/** The tools that ask first, and what a person may decide then, as `interruptOn` of deepagents. */
const InterruptOn = z.record(
  z.string(),
  z.union([z.boolean(), InterruptOptions], {
    error: `Use true, false, or allowedDecisions with ${Decision.options.join(', ')}.`,
  }),
)

/** `.orrery/settings.json` of a project. It can make a session ask more; it can never allow. */
export const ProjectSettings = z.object({
  model: ModelName.optional(),
  fallbacks: Fallbacks.optional(),
  interruptOn: InterruptOn.default({}),
  /** A shell command that makes a fresh copy of the project ready to work in. Runs only where it is trusted. */
  setup: z.string().min(1).max(2000).optional(),
  /** Started only where they are trusted. */
  languageServers: LanguageServerSettings.default({}),
})
export type ProjectSettings = z.infer<typeof ProjectSettings>

/**
 * Explains that a limit on events is ignored. `name` is where it was given: a setting, an option of
 * the command line, or a field of a request.
 */
export function explainIgnoredEventLimit(name: string): string {
  return `${name} has no effect: Orrery no longer limits a run by its number of events. Remove it.`
}

/** Matches the reason of a run that ended at the limit on events, while there was one. */
export const ENDED_BY_EVENTS = /^Stopped after \d+ events?, the limit of this run\./

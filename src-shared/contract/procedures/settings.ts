import { z } from 'zod'
import { ProjectId } from '../../lib/ids.ts'
import {
  BaseUrl,
  Budgets,
  Concurrency,
  DebuggerSettings,
  Delegation,
  Fallbacks,
  GivenLimits,
  LanguageServerSettings,
  Limits,
  ModelName,
  OwnModel,
  Settings,
  ShortcutKeys,
  VariableName,
} from '../../settings/settings.ts'
import { call } from './define.ts'
import { SecretKey } from './models.ts'

const ownLimit = <T extends z.ZodType>(limit: z.ZodOptional<T>, what: string) =>
  z
    .union([limit.unwrap(), z.literal('none')], { error: `Give ${what}, or none.` })
    .nullable()
    .optional()

/** `none`: the limit does not hold; `null`: the default does. */
const LimitsPatch = z.strictObject({
  toolCalls: ownLimit(Limits.shape.toolCalls, 'a whole number from 1 on'),
  /** Accepted and ignored; any value removes one that an earlier version stored. */
  events: ownLimit(GivenLimits.shape.events, 'a whole number from 1 on'),
  minutes: ownLimit(Limits.shape.minutes, 'a number above 0'),
  failuresInRow: ownLimit(Limits.shape.failuresInRow, 'a whole number from 1 on'),
  repeats: ownLimit(Limits.shape.repeats, 'a whole number from 2 on'),
})

/** Which subagent types are on is turned one at a time, by `agents.switch`. */
const DelegationPatch = z.strictObject({
  maxParallel: Delegation.shape.maxParallel.unwrap().nullable(),
})

const ConcurrencyPatch = z.strictObject({
  maxSessions: Concurrency.shape.maxSessions.unwrap().nullable(),
})

/** `none`: the command has no keys; `null`: it has those it came with. */
const ShortcutsPatch = z.record(
  z.string(),
  z
    .union([z.literal('none'), ShortcutKeys], { error: 'Name keys as mod+shift+e, or none.' })
    .nullable(),
)

/** Strict: a price under a wrong name would leave budgets without one. */
const OwnModelPatch = z.strictObject({
  ...OwnModel.shape,
  price: OwnModel.shape.price.unwrap().strict().optional(),
})

/** Absent fields stay as they are, also those within; `null` takes a choice back. */
export const SettingsPatch = z.strictObject({
  model: Settings.shape.model.nullable(),
  profile: Settings.shape.profile.unwrap().optional(),
  theme: Settings.shape.theme.unwrap().optional(),
  /** By the command's id; `null` instead of all takes every choice back. */
  shortcuts: ShortcutsPatch.nullable().optional(),
  browserPath: z.string().trim().min(1).nullable().optional(),
  embeddingModel: ModelName.nullable().optional(),
  webSearchUrl: BaseUrl.nullable().optional(),
  updateUrl: BaseUrl.nullable().optional(),
  limits: LimitsPatch.optional(),
  budgets: z.partialRecord(Budgets.keyType, Budgets.valueType.nullable()).optional(),
  delegation: DelegationPatch.optional(),
  concurrency: ConcurrencyPatch.optional(),
  baseUrls: z.record(z.string(), BaseUrl.nullable()).optional(),
  fallbacks: Fallbacks.nullable().optional(),
  /** By `provider:model`; `null` takes back what was said of one. */
  models: z.record(ModelName, OwnModelPatch.nullable()).optional(),
  /** By the language's id; `null` takes back what was said of one. */
  languageServers: z
    .record(LanguageServerSettings.keyType, LanguageServerSettings.valueType.nullable())
    .optional(),
  /** By the type that a launch.json names; `null` takes back what was said of one. */
  debuggers: z.record(DebuggerSettings.keyType, DebuggerSettings.valueType.nullable()).optional(),
})
export type SettingsPatch = z.infer<typeof SettingsPatch>

/** Whose key is asked for by the tools of agents, and where it was found. */
export const KeyedService = z.object({
  id: z.literal('tavily'),
  label: z.string(),
  keySource: z.string().optional(),
  /** The environment variable to set a key in. */
  keyEnv: z.string(),
  /** What is found was entered here, and can be removed here. */
  isKept: z.boolean(),
})
export type KeyedService = z.infer<typeof KeyedService>

const serviceId = KeyedService.shape.id

export const settings = {
  'settings.read': call(z.object({}), Settings),
  'settings.services': call(z.object({}), z.array(KeyedService)),
  /** Keeps it in the secret store; nothing reads it back to a window. Whether it is right, its first use says. */
  'settings.setServiceKey': call(
    z.object({ service: serviceId, key: z.string().trim().pipe(SecretKey) }),
    z.object({}),
  ),
  'settings.removeServiceKey': call(z.object({ service: serviceId }), z.object({})),
  'settings.change': call(SettingsPatch, z.object({})),
} as const

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

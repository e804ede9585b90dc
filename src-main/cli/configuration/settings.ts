import { resolve } from 'node:path'
import type { z } from 'zod'
import type { HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import { SettingsPatch } from '#shared/contract/procedures/settings.ts'
import { tellIssue } from '#shared/format/describe-issue.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { toSettingName } from '#shared/settings/former-command-ids.ts'
import {
  explainIgnoredEventLimit,
  limitsOf,
  type Settings,
  VariableName,
} from '#shared/settings/settings.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatJson, toPrintable } from '../command-line/format-output.ts'
import { openClient } from '../host-client/open-client.ts'

export const command = defineCommand({
  name: 'settings',
  usage: [
    'orrery settings [--json]',
    'orrery settings NAME',
    'orrery settings NAME VALUE',
    'orrery settings NAME default',
    'orrery settings environment.allow [VARIABLE] [--project DIR] [--json]',
    'orrery settings environment.withhold VARIABLE [--project DIR]',
  ],
  table: {
    NAME: {
      help: `model (PROVIDER:MODEL); fallbacks (models, with commas between them);
profile (restricted, standard, trusted); theme (system, dark, light,
contrast); shortcuts.COMMAND (keys, such as mod+shift+e);
budgets.run, .session, .project, .month (US dollars);
limits.toolCalls, .minutes, .failuresInRow, .repeats;
delegation.maxParallel (subagents at work at once in a session);
concurrency.maxSessions (sessions that run at once);
baseUrls.PROVIDER (an address); models.PROVIDER:MODEL (what you know of
it, such as '{"price": {"inputUsd": 3, "outputUsd": 15}}', for a million
tokens; also label, contextTokens); orrery models lists the providers;
languageServers.LANGUAGE (such as languageServers.rust
'{"command": ["rust-analyzer"], "endings": [".rs"]}');
debuggers.TYPE (such as debuggers.lldb
'{"command": "lldb-dap", "args": []}'); browserPath (the program
that agents open pages in); embeddingModel (PROVIDER:MODEL, for the
search by meaning); webSearchUrl (an address that speaks as Tavily does);
updateUrl (where the desktop app looks for newer versions)`,
    },
    VARIABLE: {
      help: `A variable of Orrery's environment, or several with commas between them,
that agents' commands and servers get in this project besides the usual
ones, from the next command on; without one: which are allowed and which
are withheld, without values. default withholds all again`,
    },
    project: {
      type: 'string',
      value: 'DIR',
      help: 'The project that the variables are for (here: the current folder)',
    },
    VALUE: { help: 'none, for a limit: it does not hold; for a shortcut: no keys' },
    default: { help: 'Takes a choice back' },
    json: { type: 'boolean', help: 'All of them as JSON' },
  },
  positionals: { min: 0, max: 2, what: 'a name and a value' },
  run: async ({ values, positionals: words }) => {
    const [written, value] = words
    const name = written === undefined ? undefined : toSettingName(written)
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using opened = await openClient(dataDir, 'settings')
    const { client } = opened
    if (isEnvironmentSetting(name)) {
      const held = await changeEnvironment(client, { name, value, folder: values.project })
      console.log(values.json ? formatJson(held) : toPrintable(formatEnvironment(held)))
      return EXIT.ok
    }
    if (name !== undefined && value !== undefined) {
      if (name === EVENT_LIMIT && value !== DEFAULT) warnOfEventLimit()
      await client['settings.change'](toPatch(name, value))
    } else {
      const all = hideEventLimit(await client['settings.read']({}), name)
      console.log(values.json ? formatJson(all) : toPrintable(toText(all, name)))
    }
    return EXIT.ok
  },
})

const DEFAULT = 'default'
const EVENT_LIMIT = 'limits.events'

function warnOfEventLimit(): void {
  console.error(explainIgnoredEventLimit(EVENT_LIMIT))
}

/** Leaves out a limit on events that an earlier version stored, and warns of it. */
function hideEventLimit(settings: Settings, name: string | undefined): Settings {
  const { events, ...limits } = settings.limits
  if (events !== undefined || name === EVENT_LIMIT) warnOfEventLimit()
  return { ...settings, limits }
}

/** `budgets.month 20` changes one entry of the budgets. */
function toPatch(name: string, text: string): SettingsPatch {
  const dot = name.indexOf('.')
  const value = text === DEFAULT ? null : toValue(name, text)
  const patch =
    dot < 0 ? { [name]: value } : { [name.slice(0, dot)]: { [name.slice(dot + 1)]: value } }
  const parsed = SettingsPatch.safeParse(patch, { error: tellIssue })
  if (parsed.success) return parsed.data
  throw wrongUsage(`${name} can't be ${text}. ${whyOf(parsed.error)} See: orrery help settings`)
}

/** The first of what is wrong, as a sentence. */
function whyOf({ issues: [first] }: Pick<z.ZodError, 'issues'>): string {
  if (first?.code === 'unrecognized_keys') return 'There is no such setting.'
  if (first?.code === 'invalid_key') return whyOf(first)
  return first?.message ?? 'It makes no sense.'
}

/** Names with commas between them where names are wanted, else JSON, or the text as it is. */
function toValue(name: string, text: string): unknown {
  if (name === 'fallbacks' && !text.startsWith('[')) {
    return text.split(',').map((one) => one.trim())
  }
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Formats all settings with the defaults in effect; with a name, that setting alone. */
function toText(settings: Settings, name: string | undefined): string {
  const { limits, budgets, delegation, ...rest } = settings
  const { maxParallel } = delegation
  const noLimits = Object.entries(limits).filter(([, limit]) => limit === null)
  const held = {
    ...rest,
    limits: { ...limitsOf(limits, {}), ...Object.fromEntries(noLimits) },
    budgets,
    delegation: { maxParallel },
  }
  const lines = Object.entries(held).flatMap(([key, value]) => toLines(key, value))
  if (name === undefined) return lines.join('\n')
  const named = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}.`))
  if (named.length > 0) return named.join('\n')
  const [first = ''] = name.split('.')
  if (!Object.hasOwn(SettingsPatch.shape, first)) {
    throw wrongUsage(`There is no setting "${name}". See: orrery help settings`)
  }
  return `Nothing is chosen for ${name}.`
}

function toLines(name: string, value: unknown): readonly string[] {
  if (value === null) return [`${name}  none`]
  if (Array.isArray(value)) return [`${name}  ${value.join(', ') || 'none'}`]
  const isRecord = typeof value === 'object'
  if (isRecord) return Object.entries(value).flatMap(([key, one]) => toLines(`${name}.${key}`, one))
  return [`${name}  ${typeof value === 'string' ? value : JSON.stringify(value)}`]
}

const NAMES = ['environment.allow', 'environment.withhold'] as const
type EnvironmentSetting = (typeof NAMES)[number]

/** Whether the variables of a project's programs are asked about, which no other setting holds. */
function isEnvironmentSetting(name: string | undefined): name is EnvironmentSetting {
  return NAMES.some((one) => one === name)
}

interface EnvironmentChange {
  readonly name: EnvironmentSetting
  /** Names with commas between them, or `default`; absent: what holds is returned. */
  readonly value: string | undefined
  /** The project's folder. */
  readonly folder: string | undefined
}

/** Changes which variables a project's programs get, and returns what holds then, without values. */
async function changeEnvironment(
  client: Client<HostContract>,
  { name, value, folder }: EnvironmentChange,
) {
  const { projectId } = await client['projects.open']({ path: resolve(folder ?? '.') })
  if (value === 'default') await withholdAll(client, projectId)
  else if (value !== undefined) await client[name]({ projectId, names: readNames(name, value) })
  return await client['environment.read']({ projectId })
}

async function withholdAll(client: Client<HostContract>, projectId: ProjectId): Promise<void> {
  const { allowed } = await client['environment.read']({ projectId })
  const names = allowed.map((one) => one.name)
  if (names.length > 0) await client['environment.withhold']({ projectId, names })
}

function readNames(setting: EnvironmentSetting, text: string): string[] {
  return text.split(',').map((one) => {
    const parsed = VariableName.safeParse(one.trim())
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw wrongUsage(`${setting} can't be ${one}. ${issue?.message} See: orrery help settings`)
  })
}

/** Formats which variables a project's programs get and which are withheld. */
function formatEnvironment({
  allowed,
  withheld,
}: Awaited<ReturnType<typeof changeEnvironment>>): string {
  const names = allowed.map(({ name, isSet }) => (isSet ? name : `${name} (not set)`))
  return [
    `environment.allow     ${names.join(', ') || 'none'}`,
    `environment.withhold  ${withheld.join(', ') || 'none'}`,
  ].join('\n')
}

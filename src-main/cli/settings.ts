import type { z } from 'zod'
import { SettingsPatch } from '#shared/contract/settings.ts'
import { explainIgnoredEventLimit } from '#shared/event-limit.ts'
import { limitsOf, type Settings } from '#shared/settings.ts'
import { tellIssue } from '#shared/tell-issue.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { changeEnvironment, formatEnvironment, isEnvironmentSetting } from './environment.ts'
import { EXIT, wrongUsage } from './exit.ts'
import { toPrintable } from './format.ts'
import { openClient } from './open-client.ts'

const options = { project: { type: 'string' }, json: { type: 'boolean' } } as const

export const command: Command = {
  usage: `orrery settings [--json]
  orrery settings NAME
  orrery settings NAME VALUE
  orrery settings NAME default
  orrery settings environment.allow [VARIABLE] [--project DIR] [--json]
  orrery settings environment.withhold VARIABLE [--project DIR]

  NAME                   model (PROVIDER:MODEL); fallbacks (models, with commas between them);
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
                         updateUrl (where the desktop app looks for newer versions)
  VARIABLE               A variable of Orrery's environment, or several with commas between them,
                         that agents' commands and servers get in this project besides the usual
                         ones, from the next command on; without one: which are allowed and which
                         are withheld, without values. default withholds all again
  --project DIR          The project that the variables are for (here: the current folder)
  VALUE                  none, for a limit: it does not hold; for a shortcut: no keys
  default                Takes a choice back
  --json                 All of them as JSON`,
  run: async (args) => {
    const positionals = { min: 0, max: 2, what: 'a name and a value' }
    const { values, positionals: words } = readArgs(args, {
      name: 'settings',
      options,
      positionals,
    })
    const [name, value] = words
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using opened = await openClient(dataDir, 'settings')
    const { client } = opened
    if (isEnvironmentSetting(name)) {
      const held = await changeEnvironment(client, { name, value, folder: values.project })
      console.log(values.json ? JSON.stringify(held) : toPrintable(formatEnvironment(held)))
      return EXIT.ok
    }
    if (name !== undefined && value !== undefined) {
      if (name === EVENT_LIMIT && value !== DEFAULT) warnOfEventLimit()
      await client['settings.change'](toPatch(name, value))
    } else {
      const all = hideEventLimit(await client['settings.read']({}), name)
      console.log(values.json ? JSON.stringify(all) : toPrintable(toText(all, name)))
    }
    return EXIT.ok
  },
}

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

/** What is chosen, and what holds otherwise; of a name, what it has. */
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

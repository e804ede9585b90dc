import { z } from 'zod'
import { SettingsPatch } from '#shared/contract/settings.ts'
import { limitsOf, type Settings } from '#shared/settings.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT, wrongUsage } from './exit.ts'
import { toPrintable } from './format.ts'
import { openClient } from './open-client.ts'

const options = { json: { type: 'boolean' } } as const

export const command: Command = {
  usage: `orrery settings [--json]
  orrery settings NAME VALUE
  orrery settings NAME default

  NAME                   model, profile, theme, fallbacks (a JSON list);
                         budgets.run, .session, .project, .month (US dollars);
                         limits.toolCalls, .events, .minutes, .failuresInRow, .repeats;
                         delegation.maxParallel (subagents at work at once in a session);
                         baseUrls.PROVIDER; models.PROVIDER:MODEL (JSON: label, contextTokens, price)
  VALUE                  none, for a limit: it does not hold
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
    if (name !== undefined && value === undefined) {
      throw wrongUsage(`Say what ${name} shall be. See: orrery help settings`)
    }
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using opened = await openClient(dataDir, 'settings')
    const { client } = opened
    if (name === undefined || value === undefined) {
      return print(await client['settings.read']({}), values.json ?? false)
    }
    await client['settings.change'](toPatch(name, value))
    return EXIT.ok
  },
}

const DEFAULT = 'default'

/** Unlike the contract's it refuses a field that is not there. */
const Patch = SettingsPatch.strict()

/** `budgets.month 20` changes one entry of the budgets. */
function toPatch(name: string, text: string): SettingsPatch {
  const dot = name.indexOf('.')
  const value = text === DEFAULT ? null : toValue(text)
  const patch =
    dot < 0 ? { [name]: value } : { [name.slice(0, dot)]: { [name.slice(dot + 1)]: value } }
  const parsed = Patch.safeParse(patch)
  if (parsed.success) return parsed.data
  throw wrongUsage(`${name} can't be ${text}. ${z.prettifyError(parsed.error)}`)
}

function toValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function print(settings: Settings, isJson: boolean): number {
  const { limits, budgets, delegation, ...rest } = settings
  const { maxParallel } = delegation
  const held = { ...rest, limits: limitsOf(limits, {}), budgets, delegation: { maxParallel } }
  const lines = Object.entries(held).flatMap(([name, value]) => toLines(name, value))
  console.log(isJson ? JSON.stringify(settings) : toPrintable(lines.join('\n')))
  return EXIT.ok
}

function toLines(name: string, value: unknown): readonly string[] {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isRecord) return Object.entries(value).flatMap(([key, one]) => toLines(`${name}.${key}`, one))
  return [`${name}  ${typeof value === 'string' ? value : JSON.stringify(value)}`]
}

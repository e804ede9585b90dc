import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'
import { BaseUrl, ModelName } from '#shared/settings/settings.ts'
import { wrongUsage } from './exit-codes.ts'
import { toLines } from './format-output.ts'
import { findNearest } from './nearest-name.ts'

/** One word of the command line: its file exports it as `command`. */
export interface Command {
  /** Shown by `orrery help`. */
  readonly usage: string
  /** Returns the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>
}

/** A word of the command line, as help describes it. */
interface Word {
  readonly help: string
}

/** An option: how it is parsed, and how help describes it. Help leaves out one without `help`. */
interface Option extends ParseArgsOptionDescriptor {
  /** The name of its value in help. */
  readonly value?: string
  readonly help?: string
}

/** Words and options by name, in the order of help. */
type Table = Readonly<Record<string, Word | Option>>

/** Options that every command takes. */
const commonOptions = {
  'data-dir': { type: 'string' },
  verbose: { type: 'boolean' },
} as const

type OptionsOf<T extends Table> = typeof commonOptions & {
  readonly [Name in keyof T as T[Name] extends Option ? Name : never]: Extract<T[Name], Option>
}

type Parsed<T extends Table> = ReturnType<
  typeof parseArgs<{ options: OptionsOf<T>; allowPositionals: true; strict: true }>
>

interface Definition<T extends Table> {
  readonly name: string
  /** Each way to write it, in a line. */
  readonly usage: readonly string[]
  /** The description above the table, in lines of at most 98 columns. */
  readonly about?: string
  readonly table?: T
  /** How many there may be, none unless given; `what` completes "Say …" where one is missing. */
  readonly positionals?: { readonly min: number; readonly max: number; readonly what: string }
  /** Shown below the table: exit codes, for example. */
  readonly notes?: string
  /** Returns the exit code. */
  readonly run: (parsed: Parsed<T>) => Promise<number>
}

/** Defines a command by one table, which its arguments are parsed by and its help is written from. */
export function defineCommand<const T extends Table>(definition: Definition<T>): Command {
  return {
    get usage() {
      return formatUsage(definition)
    },
    // The compiler can't follow the options from the table into what is parsed by them.
    run: (args) => definition.run(readArgs(args, definition) as Parsed<T>),
  }
}

/** Reads a command's options and arguments; fails with a sentence where they make no sense. */
function readArgs(args: readonly string[], { name, table = {}, positionals }: AnyDefinition) {
  const { min = 0, max = 0, what = '' } = positionals ?? {}
  const parsed = parse(args, name, { ...commonOptions, ...optionsIn(table) })
  const count = parsed.positionals.length
  if (count < min) throw wrongUsage(`Say ${what}. See: orrery help ${name}`)
  if (count > max) {
    const extra = parsed.positionals[max]
    throw wrongUsage(`"${extra}" is one argument too many. See: orrery help ${name}`)
  }
  return parsed
}

type AnyDefinition = Pick<Definition<Table>, 'name' | 'table' | 'positionals'>

function optionsIn(table: Table): Record<string, Option> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, row]) => ('type' in row ? [[name, row]] : [])),
  )
}

function parse(args: readonly string[], name: string, options: Record<string, Option>) {
  try {
    const joined = joinNegative(args)
    return parseArgs({ args: joined, options, allowPositionals: true, strict: true })
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    throw wrongUsage(`${toSentence(said, Object.keys(options))} See: orrery help ${name}`, error)
  }
}

const LABEL_COLUMNS = 23
const HELP_COLUMNS = 76

/** Indents all but the first line, as the usage of a command stands below its summary. */
function formatUsage(definition: Omit<Definition<Table>, 'run'>): string {
  const { usage, about, table = {}, notes } = definition
  const rows = Object.entries(table).flatMap(([name, row]) => toRow(name, row))
  const parts = [usage.join('\n'), about, rows.join('\n'), notes]
  return parts
    .filter(Boolean)
    .join('\n\n')
    .replaceAll(/\n(?=.)/g, '\n  ')
}

/** A label that leaves no room beside it has its own line. */
function toRow(name: string, row: Word | Option): readonly string[] {
  if (row.help === undefined) return []
  const label = 'type' in row ? toLabel(name, row) : name
  const help = row.help.split('\n').flatMap((line) => toLines(line, HELP_COLUMNS))
  const lines = label.length < LABEL_COLUMNS ? help : ['', ...help]
  return lines.map((line, index) =>
    `${(index === 0 ? label : '').padEnd(LABEL_COLUMNS)}${line}`.trimEnd(),
  )
}

function toLabel(name: string, { short, value }: Option): string {
  return `--${name}${short ? `, -${short}` : ''}${value ? ` ${value}` : ''}`
}

/** A number below 0 is the value of the flag before it, and no flag: which says what it takes. */
function joinNegative(args: readonly string[]): string[] {
  const joined: string[] = []
  for (const [index, arg] of args.entries()) {
    const before = joined.at(-1)
    const isValue = /^-\d/.test(arg) && /^--[a-z][\w-]*$/.test(before ?? '')
    if (isValue && !args.slice(0, index).includes('--')) joined[joined.length - 1] += `=${arg}`
    else joined.push(arg)
  }
  return joined
}

/** Rewords an error of Node's parser where a person can act on it. */
function toSentence(said: string, flags: readonly string[]): string {
  const flag = /^Option '(?:-\w, )?(--[\w-]+)/.exec(said)?.[1]
  if (flag && said.includes('argument missing')) return `${flag} takes a value, and none follows.`
  if (flag && said.includes('is ambiguous')) {
    return `${flag} takes a value, and what follows is another option. To mean it: ${flag}=VALUE.`
  }
  if (flag && said.includes('does not take an argument')) return `${flag} takes no value.`
  const [first = ''] = said.split(/\.( |$)/)
  return `${first}.${meantBy(first, flags)}`
}

/** Suggests an existing option for an unknown one. */
function meantBy(said: string, flags: readonly string[]): string {
  const unknown = /^Unknown option '--([\w-]+)'/.exec(said)?.[1]
  const meant = unknown && findNearest(unknown, flags)
  return meant ? ` Did you mean --${meant}?` : ''
}

/** A flag that counts something. */
export function readCount(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw wrongUsage(`${flag} takes a whole number above 0, not "${text}".`)
}

/** A flag that measures something. */
export function readAmount(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const amount = Number(text)
  if (Number.isFinite(amount) && amount > 0) return amount
  throw wrongUsage(`${flag} takes a number above 0, not "${text}".`)
}

/** A flag with a closed set of values. */
export function readChoice<const Choice extends string>(
  flag: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (text === undefined) return undefined
  const choice = choices.find((one) => one === text)
  if (choice) return choice
  throw wrongUsage(`${flag} takes ${anyOf(choices)}, not "${text}".`)
}

function anyOf(choices: readonly string[]): string {
  const last = choices.at(-1) ?? ''
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`
}

/** Parses the value of `--model`; throws wrong usage if it names no model. */
export function readModel(text: string | undefined): ModelName | undefined {
  if (text === undefined) return undefined
  const parsed = ModelName.safeParse(text)
  if (parsed.success) return parsed.data
  throw wrongUsage(`"${text}" does not name a model. Write it as PROVIDER:MODEL.`)
}

/** Parses the value of `--base-url`; throws wrong usage if it is no valid URL. */
export function readUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const parsed = BaseUrl.safeParse(text)
  if (parsed.success) return parsed.data
  throw wrongUsage(`--base-url is not right. ${parsed.error.issues[0]?.message}`)
}

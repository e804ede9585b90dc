import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { wrongUsage } from './exit.ts'
import { findNearest } from './nearest.ts'

/** One word of the command line: its file exports it as `command`. */
export interface Command {
  /** How it is written, and what each flag means. */
  readonly usage: string
  /** Answers with the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>
}

/** Flags that every command takes. */
export const commonOptions = {
  'data-dir': { type: 'string' },
  verbose: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig

interface Expected<Options extends ParseArgsOptionsConfig> {
  readonly name: string
  readonly options: Options
  readonly positionals?: { readonly min: number; readonly max: number; readonly what: string }
}

/** Reads a command's flags and arguments; fails with a sentence where they make no sense. */
export function readArgs<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { name, options, positionals }: Expected<Options>,
) {
  const { min = 0, max = 0, what = '' } = positionals ?? {}
  const parsed = parse(args, name, options)
  const count = parsed.positionals.length
  if (count < min) throw wrongUsage(`Say ${what}. See: orrery help ${name}`)
  if (count > max) {
    const extra = parsed.positionals[max]
    throw wrongUsage(`"${extra}" is one argument too many. See: orrery help ${name}`)
  }
  return parsed
}

function parse<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  name: string,
  options: Options,
) {
  const all = { ...commonOptions, ...options }
  try {
    const joined = joinNegative(args)
    return parseArgs({ args: joined, options: all, allowPositionals: true, strict: true })
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    throw wrongUsage(`${toSentence(said, Object.keys(all))} See: orrery help ${name}`, error)
  }
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

/** What Node's parser says, in our words where a person can do something about it. */
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

/** What an option that there is not was probably meant to be. */
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

import type { ShellPlace } from './place.ts'
import { type Field, MAX_ALTERNATIVES, type Output, toField, UNKNOWN, unite } from './values.ts'
import type { Work } from './work.ts'

/** What a variable can hold: alternatives, each a list; a plain variable's has one entry. */
export type Values = readonly (readonly Field[])[]

/** Variables nobody set in the command may be empty, or anything. */
const UNSET: Values = [[], [toField(UNKNOWN)]]

/** What a shell knows while a command runs in it. Changed in place; what may not keep its changes gets a copy. */
export class Scope {
  vars = new Map<string, Values>()
  /** The text of each function's body. */
  functions = new Map<string, string>()
  aliases = new Map<string, string>()
  /** What the command itself has written, by absolute path: everything it can have been. Shared with copies. */
  files = new Map<string, Output>()
  /** Commands that read what is written to a path: `>(…)`. */
  sinks = new Map<string, string>()
  /** Links the command itself has made, by absolute path. Shared with copies. */
  links = new Map<string, string>()
  cwds: readonly string[]
  /** How many processes deep it runs beside others. */
  forks = 0
  /** The functions that are running, by name and body, with `forks` when each was called. */
  calls = new Map<string, number>()
  readonly work: Work
  /** Shared with copies. */
  readonly evaluated: EvaluatedTexts
  readonly #place: ShellPlace

  constructor(place: ShellPlace, work: Work, evaluated = new EvaluatedTexts()) {
    this.cwds = [place.cwd]
    this.work = work
    this.evaluated = evaluated
    this.#place = place
  }

  get(name: string): Values {
    if (name === 'PWD') return this.cwds.map((cwd) => [toField(cwd)])
    return this.vars.get(name) ?? defaultOf(name, this.#place) ?? UNSET
  }

  set(name: string, values: Values): void {
    const isTooMuch = values.length > MAX_ALTERNATIVES || values.some(isLong)
    this.vars.set(name, isTooMuch ? UNSET : values)
    if (isTooMuch) return
    for (const list of values) for (const { text } of list) this.evaluated.hold(text)
  }

  setText(name: string, texts: Output): void {
    this.set(
      name,
      texts.map((text) => [toField(text)]),
    )
  }

  /** The characters that words are split at. */
  get separators(): string {
    return this.get('IFS')[0]?.[0]?.text ?? ' \t\n'
  }

  copy(): Scope {
    this.work.spend((this.vars.size + this.functions.size + this.aliases.size) / 4)
    const copy = new Scope(this.#place, this.work, this.evaluated)
    copy.vars = new Map(this.vars)
    copy.functions = new Map(this.functions)
    copy.aliases = new Map(this.aliases)
    copy.files = this.files
    copy.sinks = this.sinks
    copy.links = this.links
    copy.cwds = this.cwds
    copy.forks = this.forks
    copy.calls = new Map(this.calls)
    return copy
  }

  /** Makes it what the other is. */
  become(other: Scope): void {
    const { vars, functions, aliases, cwds } = other.copy()
    Object.assign(this, { vars, functions, aliases, cwds })
  }

  /** What holds when it is not known whether it went this way or the other. */
  merge(other: Scope): void {
    const names = new Set([...this.vars.keys(), ...other.vars.keys()])
    for (const name of names) this.#mergeOne(name, other.get(name))
    for (const [name, body] of other.functions) {
      const own = this.functions.get(name)
      this.functions.set(name, own === undefined ? body : mergeBodies(own, body))
    }
    this.aliases = new Map([...this.aliases, ...other.aliases])
    this.cwds = unite(this.cwds, other.cwds)
  }

  #mergeOne(name: string, values: Values): void {
    const own = this.get(name)
    this.work.spend(1)
    if (own === values) return
    this.work.spend(sizeOf(own) + sizeOf(values))
    this.set(name, uniteValues(own, values))
  }
}

/** Returns the cost of handling values: one unit per entry, a fraction of one per character. */
export function sizeOf(values: Values): number {
  return values.reduce((sum, list) => sum + 1 + list.length + lengthOf(list) / 8, 0)
}

/** A longer function couldn't be parsed when it is called. */
const MAX_BODY = 64 * 1024

/** Joins two bodies of a function, because either may be called. */
function mergeBodies(own: string, body: string): string {
  return own === body || own.length > MAX_BODY ? own : `${own}\n${body}`
}

const MAX_CHARS = 16 * 1024

function isLong(list: readonly Field[]): boolean {
  return lengthOf(list) > MAX_CHARS
}

function lengthOf(list: readonly Field[]): number {
  return list.reduce((sum, { text }) => sum + text.length + 1, 0)
}

function uniteValues(one: Values, other: Values): Values {
  const seen = new Map([...one, ...other].map((value) => [JSON.stringify(value), value]))
  return [...seen.values()]
}

/** Set by every shell to what nobody can tell beforehand, but never empty. */
const SET_BY_SHELL: ReadonlySet<string> = new Set([
  ...['RANDOM', 'SECONDS', 'LINENO', 'HOSTNAME', 'UID', 'EUID', 'PPID', 'BASHPID', 'SHLVL'],
  ...['BASH_VERSION', 'EPOCHSECONDS', 'EPOCHREALTIME', '?', '$', '!', '-', '_', '#'],
])

function defaultOf(name: string, { home, cwd }: ShellPlace): Values | undefined {
  if (SET_BY_SHELL.has(name)) return [[toField(UNKNOWN)]]
  return defaults(home, cwd)[name]?.map((text) => (text === '' ? [] : [toField(text)]))
}

function defaults(home: string, cwd: string): Readonly<Record<string, readonly string[]>> {
  const user = [home.split('/').at(-1) ?? UNKNOWN]
  return {
    HOME: [home],
    OLDPWD: [cwd, UNKNOWN],
    USER: user,
    LOGNAME: user,
    PATH: ['/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', UNKNOWN],
    IFS: [' \t\n'],
    SHELL: ['/bin/bash', UNKNOWN],
    BASH: ['/bin/bash'],
    TMPDIR: ['/tmp', UNKNOWN],
    '0': ['bash'],
    '@': [''],
  }
}

/**
 * Notes whether a shell evaluates texts once more, as arithmetic or as the name of a variable, and whether one of them
 * runs a command then: `a='x[$(rm b)]'; echo $((a))`. Which text reaches which evaluation isn't followed.
 */
class EvaluatedTexts {
  #hasCommand = false
  #isEvaluating = false

  /** Notes a text that a variable holds. */
  hold(text: string): void {
    this.#hasCommand ||= text.includes('$(') || text.includes('`')
  }

  /** Notes that variables are evaluated, and `text` with them. */
  evaluate(text = ''): void {
    this.#isEvaluating = true
    this.hold(text)
  }

  /** Notes the name of a variable: an index in it is evaluated. */
  evaluateName(name: string): void {
    if (name.includes('[')) this.evaluate(name)
  }

  get mayRunCommands(): boolean {
    return this.#hasCommand && this.#isEvaluating
  }
}

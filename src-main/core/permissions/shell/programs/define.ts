import {
  type Access,
  findContent,
  noteRead,
  noteWrite,
  targetsIn,
  targetsItself,
} from '../file-access.ts'
import type { Call } from '../judging.ts'
import type { Target } from '../targets.ts'
import { type Field, madeOf, type Output, shown, UNKNOWN } from '../values.ts'
import type { Finding } from '../verdict.ts'

/** Judges a program by its arguments, noting what it finds, and gives what it could print. */
export type Program = (call: Call) => Output

export type Programs = Readonly<Record<string, Program>>

/** Limits the length of the shown command. */
const MAX_WHO = 1000

/** What a person would type to run it, on one line. */
export function whoOf({ name, args }: Pick<Call, 'name' | 'args'>): string {
  let who = name
  for (const { text } of args) {
    if (who.length > MAX_WHO) break
    who += ` ${text}`
  }
  return shown(who)
}

/** The call as one who reads and writes files. */
export function accessOf(call: Call): Access {
  return { who: whoOf(call), scope: call.scope, judging: call.judging }
}

/** A program whose output nobody follows. */
export function judged(judge: (call: Call) => Finding | undefined): Program {
  return (call) => {
    call.judging.note(judge(call))
    return madeOf(call.input)
  }
}

/** The same judge under several names. */
export function named(names: readonly string[], program: Program): Programs {
  return Object.fromEntries(names.map((name) => [name, program]))
}

/** Judges that all of these are read. */
export function readAll(call: Call, paths: readonly Field[]): void {
  for (const { text } of paths) noteRead(accessOf(call), text)
}

/** Judges that all of these are written. */
export function writeAll(call: Call, paths: readonly Field[]): void {
  for (const { text } of paths) noteWrite(accessOf(call), text)
}

/** What all of these mean, links followed. */
export function targetsOfAll(call: Call, paths: readonly Field[]): readonly Target[] {
  return paths.flatMap(({ text }) => targetsIn(accessOf(call), text))
}

/** Of what is deleted or moved, which is a link itself where it is one. */
export function targetsOfThemselves(call: Call, paths: readonly Field[]): readonly Target[] {
  return paths.flatMap(({ text }) => targetsItself(accessOf(call), text))
}

/** What the command itself has put into a file, if it has; `-` is the input. */
export function textOf(call: Call, path: string): Output | undefined {
  const isInput = path === '-' || path === '/dev/stdin' || path === '/dev/fd/0'
  return isInput ? call.input : findContent(accessOf(call), path)
}

/** What a program was given, told apart. */
export interface Options {
  /** Short ones one by one: `-rf` is `-r` and `-f`. */
  readonly flags: ReadonlySet<string>
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly operands: readonly Field[]
}

/** How a program takes its options. */
interface Syntax {
  /** Options that take a value: `-n`, `--lines`. */
  readonly valued?: readonly string[]
  /** Options end at the first operand, as where a command follows. */
  readonly isOrdered?: boolean
  /** Options are whole words behind one dash: `-name`. */
  readonly isLong?: boolean
}

/** Reads arguments as most programs do. */
export function readOptions(args: readonly Field[], syntax: Syntax = {}): Options {
  const reader = new OptionReader(syntax)
  for (const field of args) reader.read(field)
  return reader
}

class OptionReader implements Options {
  readonly flags = new Set<string>()
  readonly values = new Map<string, string[]>()
  readonly operands: Field[] = []
  readonly #valued: ReadonlySet<string>
  readonly #syntax: Syntax
  #awaited: string | undefined
  #isOver = false

  constructor(syntax: Syntax) {
    this.#syntax = syntax
    this.#valued = new Set(syntax.valued)
  }

  read(field: Field): void {
    const { text } = field
    if (this.#awaited) {
      // The option may be another one that takes no value.
      if (!this.#valued.has(this.#awaited)) this.operands.push(field)
      this.#take(text)
    } else if (this.#isOver || text === '-' || !text.startsWith('-')) {
      this.operands.push(field)
      this.#isOver ||= this.#syntax.isOrdered ?? false
    } else if (text === '--') this.#isOver = true
    else if (text.startsWith('--') || this.#syntax.isLong) this.#readLong(text)
    else this.#readShort(text)
  }

  #take(text: string): void {
    const name = this.#awaited ?? ''
    this.#awaited = undefined
    const values = this.values.get(name)
    if (values) values.push(text)
    else this.values.set(name, [text])
  }

  #readLong(text: string): void {
    const equals = text.indexOf('=')
    const name = equals === -1 ? text : text.slice(0, equals)
    this.flags.add(name)
    if (equals === -1 && !this.#isValued(name)) return
    this.#awaited = name
    if (equals !== -1) this.#take(text.slice(equals + 1))
  }

  #isValued(name: string): boolean {
    return this.#valued.has(name) || [...this.#valued].some((known) => isShortened(known, name))
  }

  #readShort(text: string): void {
    for (let index = 1; index < text.length; index++) {
      const name = `-${text.charAt(index)}`
      this.flags.add(name)
      if (!this.#valued.has(name)) continue
      this.#awaited = name
      if (index + 1 < text.length) this.#take(text.slice(index + 1))
      return
    }
  }
}

/** Whether one of them is given; long ones may be shortened, as GNU's programs allow. */
export function has({ flags }: Options, ...names: readonly string[]): boolean {
  return names.some((name) => flags.has(name) || [...flags].some((flag) => isShortened(name, flag)))
}

/** GNU's programs take `--out` for `--output`. */
function isShortened(name: string, given: string): boolean {
  return given.length > 3 && name.startsWith('--') && name !== given && name.startsWith(given)
}

/** What was given with any of these options, in their order; long ones may be shortened. */
export function valuesOf({ values }: Options, ...names: readonly string[]): readonly string[] {
  const shortened = [...values.keys()].filter((given) =>
    names.some((name) => isShortened(name, given)),
  )
  return [...new Set([...names, ...shortened])].flatMap((name) => values.get(name) ?? [])
}

const MAX_ITEMS = 64

/** As many as are judged one by one; for the others stands one that is not known. */
export function firstOf(texts: readonly string[]): readonly string[] {
  return texts.length > MAX_ITEMS ? [...texts.slice(0, MAX_ITEMS), UNKNOWN] : texts
}

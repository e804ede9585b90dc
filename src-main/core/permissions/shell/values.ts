import { ellipsize } from '#shared/lib/truncate-text.ts'

/** Stands in a text for a part that only shows when the command runs. */
export const UNKNOWN = '\uE000'
/** The same, of which it is known that it comes from the network. */
export const FETCHED = '\uE001'

/** A file name that a listing gave: some file in the folder before it. A path, but nothing to run. */
export const LISTED = '\uE002'

/** Every file in the folder before it, however deep: what `find` names one by one. */
export const EVERYTHING = '\uE003'

/** One word that a program is given, after everything was expanded. */
export interface Field {
  readonly text: string
  /** It has pattern characters that the shell would match against file names. */
  readonly isPattern: boolean
}

/** What a command could print: alternatives, never none. */
export type Output = readonly string[]

/** More alternatives than these are one that is not known. */
export const MAX_ALTERNATIVES = 24

/** Of what prints nothing. */
export const SILENT: Output = ['']
/** Of what prints something that is not known. */
export const UNREADABLE: Output = [UNKNOWN]

/** A text that is no file name pattern. */
export function toField(text: string): Field {
  return { text, isPattern: false }
}

/** Whether all of it is known before the command runs. */
export function isKnown(text: string): boolean {
  return !text.includes(UNKNOWN) && !text.includes(FETCHED)
}

/** Whether any of it may come from the network. */
export function isFetched(output: Output | undefined): boolean {
  return output?.some((text) => text.includes(FETCHED)) ?? false
}

/** A text of which only its origin is known: what was made of something. */
export function madeOf(output: Output | undefined): Output {
  return isFetched(output) ? [FETCHED] : UNREADABLE
}

/** Longer texts count as unknown. */
const MAX_TEXT = 64 * 1024

/** Returns the cost of handling texts: one unit per text, a fraction of one per character. */
export function costOf(texts: readonly string[]): number {
  return texts.reduce((cost, { length }) => cost + 1 + length / 4, 0)
}

/** What could be printed where any of these could; past a limit, the rest is not known. */
export function unite(...outputs: readonly Output[]): Output {
  const all = [...new Set(outputs.flat())]
  if (all.some(({ length }) => length > MAX_TEXT)) return madeOf(all)
  return all.length <= MAX_ALTERNATIVES ? all : [...all.slice(0, MAX_ALTERNATIVES), ...madeOf(all)]
}

/** What two commands print one after the other. */
export function join(first: Output, second: Output): Output {
  if (first === SILENT) return second
  if (second === SILENT) return first
  const longest = lengthOf(first) * second.length + lengthOf(second) * first.length
  if (longest > MAX_JOINED) return madeOf([...first, ...second])
  return unite(first.flatMap((one) => second.map((other) => one + other)))
}

/** Limit for all combinations of the outputs of two commands, in characters. */
const MAX_JOINED = 4 * MAX_TEXT

function lengthOf(output: Output): number {
  return output.reduce((sum, { length }) => sum + length, 0)
}

/** For people: what is not known shows as `…`. */
export function shown(text: string): string {
  const line = text
    .slice(0, 1000)
    .replaceAll(/[\uE000-\uE003]/gu, '…')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return ellipsize(line, 120)
}

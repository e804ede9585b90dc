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

/** What could be printed where any of these could; past a limit, the rest is not known. */
export function unite(...outputs: readonly Output[]): Output {
  const all = [...new Set(outputs.flat())]
  return all.length <= MAX_ALTERNATIVES ? all : [...all.slice(0, MAX_ALTERNATIVES), ...madeOf(all)]
}

/** What two commands print one after the other. */
export function join(first: Output, second: Output): Output {
  return unite(first.flatMap((one) => second.map((other) => one + other)))
}

/** For people: what is not known shows as `…`. */
export function shown(text: string): string {
  const line = text
    .replaceAll(/[\uE000-\uE003]/gu, '…')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return line.length > 120 ? `${line.slice(0, 120)}…` : line
}

/** What stands over a file's hunks. */
export interface Header {
  readonly path: string
  readonly from?: string
  readonly how: 'added' | 'deleted' | 'modified' | 'renamed'
  readonly isBinary: boolean
  /** The line after it. */
  readonly end: number
}

/** That of a file which begins at a line of a diff. */
export function findHeader(lines: readonly string[], at: number): Header | undefined {
  const line = lines[at] ?? ''
  if (/^diff --(?:git|cc|combined) /u.test(line)) return readGit(lines, at)
  const binary = readBinary(line)
  if (binary) return readPlain({ ...binary, isBinary: true, end: at + 1 })
  if (!/^@@+ -\d/u.test(lines[at + 2] ?? '')) return undefined
  const [old, now] = namesAt(lines, at)
  return old === undefined ? undefined : readPlain({ old, now, isBinary: false, end: at + 2 })
}

const NOWHERE = '/dev/null'

/** `Binary files old and new differ`. */
function readBinary(line: string): Pick<PlainNames, 'old' | 'now'> | undefined {
  const [start, between, end] = ['Binary files ', ' and ', ' differ'] as const
  if (!line.startsWith(start) || !line.endsWith(end)) return undefined
  const names = line.slice(start.length, -end.length)
  const at = names.lastIndexOf(between)
  const [old, now] = [names.slice(0, Math.max(0, at)), names.slice(at + between.length)]
  return old === '' || now === '' ? undefined : { old, now }
}

/** `--- old` and `+++ new`. */
function namesAt(
  lines: readonly string[],
  at: number,
): readonly [old: string, now: string] | readonly [] {
  const [old, now] = [lines[at] ?? '', lines[at + 1] ?? '']
  if (!old.startsWith('--- ') || !now.startsWith('+++ ')) return []
  return [nameIn(old.slice('--- '.length)), nameIn(now.slice('+++ '.length))]
}

interface PlainNames {
  readonly old: string | undefined
  readonly now: string | undefined
  readonly isBinary: boolean
  readonly end: number
}

function readPlain({ old = '', now = '', ...rest }: PlainNames): Header {
  return { ...rest, path: findPath(old, now), how: howOf(old, now) }
}

function howOf(old: string | undefined, now: string | undefined): Header['how'] {
  if (old === NOWHERE) return 'added'
  return now === NOWHERE ? 'deleted' : 'modified'
}

/** Lines between git's first one and the names; `mode` is a merge's. */
const EXTENDED =
  /^(?:(?:old|new|deleted file|new file) mode|mode|(?:copy|rename) (?:from|to)|(?:dis)?similarity index|index) /u

function readGit(lines: readonly string[], at: number): Header {
  let end = at + 1
  const said = new Map<string, string>()
  while (EXTENDED.test(lines[end] ?? '')) {
    const [, word, rest] = /^((?:\S+ file |\S+ )?\S+) (.*)$/u.exec(lines[end] ?? '') ?? []
    if (word !== undefined) said.set(word, rest ?? '')
    end += 1
  }
  const binaryEnd = endOfBinary(lines, end)
  const names = namesAt(lines, end)
  if (names.length > 0) end += 2
  const from = said.get('rename from') ?? said.get('copy from')
  const to = said.get('rename to') ?? said.get('copy to')
  return {
    path: to === undefined ? pathOf(lines[at] ?? '', names) : nameIn(to),
    ...(from !== undefined && { from: nameIn(from) }),
    how: toHow(said, names),
    isBinary: binaryEnd !== undefined,
    end: binaryEnd ?? end,
  }
}

function toHow(said: ReadonlyMap<string, string>, names: readonly string[]): Header['how'] {
  if (said.has('rename to')) return 'renamed'
  if (said.has('copy to') || said.has('new file mode')) return 'added'
  return said.has('deleted file mode') ? 'deleted' : howOf(names[0], names[1])
}

function pathOf(line: string, names: readonly string[]): string {
  const merged = /^diff --(?:cc|combined) (.*)$/u.exec(line)?.[1]
  if (merged !== undefined) return nameIn(merged)
  const [old, now] = splitNames(line.slice('diff --git '.length)) ?? names
  return findGitPath(old ?? '', now ?? '')
}

/** `undefined`: it is none. A patch of it has its bytes as words without blanks. */
function endOfBinary(lines: readonly string[], at: number): number | undefined {
  if (readBinary(lines[at] ?? '')) return at + 1
  if (lines[at] !== 'GIT binary patch') return undefined
  let end = at + 1
  while (end < lines.length && /^(?:(?:literal|delta) \d+|\S*)$/u.test(lines[end] ?? '')) end += 1
  return end
}

/** A file's name as a diff writes it: in quotes where it has to be, else up to a tab and a date. */
export function nameIn(written: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/u.exec(written)?.[1]
  return quoted === undefined ? written.replace(/\t.*$|\r$/su, '') : unquote(quoted)
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u{7}',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** Bytes are written as three octal digits each, and are UTF-8. */
function unquote(quoted: string): string {
  return quoted.replaceAll(/(?:\\[0-3][0-7]{2})+|\\(.)/gsu, (found, escaped?: string) =>
    escaped === undefined ? decode(found.slice(1).split('\\')) : (ESCAPES[escaped] ?? escaped),
  )
}

function decode(octal: readonly string[]): string {
  const bytes = octal.map((digits) => Number.parseInt(digits, 8))
  try {
    return decodeURIComponent(
      bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    )
  } catch {
    // A name in another encoding: whatever it is called, it is called the same everywhere.
    return String.fromCharCode(...bytes)
  }
}

/** The two names behind `diff --git`; where nothing quotes them, they are told apart by being one name. */
export function splitNames(names: string): readonly [old: string, now: string] | undefined {
  const [, first, second] =
    /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)\r?$/u.exec(names) ?? []
  if (first !== undefined && second !== undefined) return [nameIn(first), nameIn(second)]
  const middle = (names.length - 1) / 2
  const [old, now] = [names.slice(0, middle), names.slice(middle + 1)]
  return names[middle] === ' ' && baseOf(old) === baseOf(now) ? [old, now] : undefined
}

function baseOf(name: string): string {
  return name.slice(name.indexOf('/') + 1)
}

/** What git writes in front of names: of a commit, the index, the working tree, an object, two files. */
const PREFIXES = /^[abciwo12]\//u

/** The path that two names mean: as the change leaves the file, unless that is nowhere. */
function findPath(old: string, now: string): string {
  if (isNowhere(old) || isNowhere(now)) return (isNowhere(now) ? old : now).replace(/^[ab]\//u, '')
  return isPrefixed(old, now) ? now.slice(2) : now
}

/** That of git’s first line, where both are the same file: whatever was asked to stand in front of it. */
function findGitPath(old: string, now: string): string {
  if (isNowhere(old) || isNowhere(now) || isPrefixed(old, now)) return findPath(old, now)
  const [olds, nows] = [old.split('/'), now.split('/')]
  const isSame = (back: number) => olds.at(-back) === nows.at(-back)
  let same = 0
  while (same < nows.length && isSame(same + 1)) same += 1
  return same === 0 ? now : nows.slice(-same).join('/')
}

function isNowhere(name: string): boolean {
  return name === '/dev/null' || name === ''
}

function isPrefixed(old: string, now: string): boolean {
  return PREFIXES.test(old) && PREFIXES.test(now) && old.slice(0, 2) !== now.slice(0, 2)
}

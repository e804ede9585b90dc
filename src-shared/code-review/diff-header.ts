import { findGitPath, findPath, nameIn, splitNames } from './diff-names.ts'

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

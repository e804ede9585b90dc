import { ellipsize } from '#shared/lib/truncate-text.ts'
import type { Globs } from './glob-pattern.ts'
import type { GrepQuery, Match } from './queries.ts'

const MAX_COLUMNS = 500

/** Arguments to find the lines in a text on standard input. */
export function toLineArgs(query: GrepQuery, { isCounted = false } = {}): readonly string[] {
  // Lines that are only counted need not be printed.
  const columns = isCounted
    ? ['--max-columns=1']
    : [`--max-columns=${MAX_COLUMNS * 4}`, '--max-columns-preview']
  return [
    '--text',
    '--with-filename',
    '--null',
    '--line-number',
    '--no-heading',
    ...columns,
    '--no-context-separator',
    `--context=${isCounted ? 0 : (query.context ?? 0)}`,
    ...toPatternArgs(query),
    '--',
    '-',
  ]
}

/** Arguments to list the files with a matching line. */
export function toFileArgs(query: GrepQuery): readonly string[] {
  return ['--files-with-matches', '--null', ...toPatternArgs(query)]
}

function toPatternArgs({ pattern, isRegex, isCaseSensitive = true }: GrepQuery): readonly string[] {
  return [
    // `$` then matches before `\r\n`, but a pattern can't mention `\r`.
    ...(isRegex && !/\r|\\(?:r|x0d|x\{0*d\}|u000d|u\{0*d\})/iu.test(pattern) ? ['--crlf'] : []),
    ...(isRegex ? [] : ['--fixed-strings']),
    ...(isCaseSensitive ? [] : ['--ignore-case']),
    '--regexp',
    pattern,
  ]
}

/**
 * Arguments to leave out files by their names, for patterns whose last part says which. As a type of
 * files: ripgrep's own globs would bring back what is ignored. They bring back hidden files.
 */
export function toTypeArgs({ include }: Globs): readonly string[] {
  const names = include.map((pattern) => pattern.slice(pattern.lastIndexOf('/') + 1))
  if (names.length === 0 || !names.every(isPlain)) return []
  return [...[...new Set(names)].map((name) => `--type-add=asked:${name}`), '--type=asked']
}

/** Whether picomatch and ripgrep agree about a name; `**` is any name. */
function isPlain(name: string): boolean {
  return /^[\w.*-]+$/u.test(name) && !name.includes('**')
}

/** `path`, NUL, line number, a colon or for context a dash, the line. */
export function toMatch(record: string): Match | undefined {
  const [, path, line, mark, text] = /^([^\0]*)\0(\d+)([:-])([\s\S]*)$/u.exec(record) ?? []
  if (path === undefined || text === undefined) return undefined
  return { path, line: Number(line), text: cut(text), ...(mark === '-' && { isContext: true }) }
}

function cut(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  return ellipsize(text, MAX_COLUMNS)
}

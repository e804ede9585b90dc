import { expandBraces } from '#shared/glob.ts'
import type { GrepQuery, Match, MatchCount } from './define.ts'

const MAX_COLUMNS = 500

/** How ripgrep is to search, in `files`: the lines, or how many there are in each file. */
export function toGrepArgs(
  { pattern, isRegex, isCaseSensitive = true, context = 0, glob }: GrepQuery,
  files: readonly string[],
  prints: 'lines' | 'counts' = 'lines',
): readonly string[] {
  const lines = [
    '--line-number',
    '--no-heading',
    `--max-columns=${MAX_COLUMNS * 4}`,
    '--max-columns-preview',
    '--no-context-separator',
    `--context=${context}`,
  ]
  return [
    '--with-filename',
    '--null',
    ...(prints === 'counts' ? ['--count'] : lines),
    ...(isRegex ? [] : ['--fixed-strings']),
    ...(isCaseSensitive ? [] : ['--ignore-case']),
    ...toTypeArgs(glob),
    '--regexp',
    pattern,
    '--',
    ...files,
  ]
}

/**
 * Has ripgrep leave out files by their names, where that is said by the last part of a pattern. As a
 * type of files: its own globs would bring back what is ignored, and a type what is hidden.
 */
export function toTypeArgs(glob = ''): readonly string[] {
  const names = expandBraces(glob).map((one) => one.slice(one.lastIndexOf('/') + 1))
  if (!names.every(isTellable)) return []
  const globs = new Set(names.flatMap(toUnhidden))
  return [...[...globs].map((one) => `--type-add=asked:${one}`), '--type=asked']
}

function isTellable(name: string): boolean {
  return /^[\w.*?-]+$/u.test(name) && !name.startsWith('.') && !name.includes('**')
}

function toUnhidden(name: string): readonly string[] {
  const rest = name.slice(1)
  if (name.startsWith('?')) return [`[!.]${rest}`]
  if (!name.startsWith('*')) return [name]
  return rest === '' || rest.startsWith('.')
    ? [`[!.]*${rest}`]
    : [`[!.]*${rest}`, ...toUnhidden(rest)]
}

/** `path`, NUL, line number, a colon or for context a dash, the line. */
export function toMatch(record: string): Match | undefined {
  const [, path, line, mark, text] = /^([^\0]*)\0(\d+)([:-])([\s\S]*)$/u.exec(record) ?? []
  if (path === undefined || text === undefined) return undefined
  return { path, line: Number(line), text: cut(text), ...(mark === '-' && { isContext: true }) }
}

/** `path`, NUL, how many lines. */
export function toMatchCount(record: string): MatchCount | undefined {
  const [, path, lines] = /^([^\0]*)\0(\d+)$/u.exec(record) ?? []
  return path === undefined ? undefined : { path, lines: Number(lines) }
}

function cut(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  return text.length > MAX_COLUMNS ? `${text.slice(0, MAX_COLUMNS)}…` : text
}

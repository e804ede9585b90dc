import { AppError } from '#shared/lib/app-error.ts'
import { LimitedCalls, TimeLimitExceeded } from '../../runtime/limited-calls.ts'
import { type AgentPath, denied, isWithin, SHARED_FOLDERS, shown } from '../paths/agent-path.ts'
import { escapeGlob, invalid, splitPatterns, toPicomatch } from './glob-syntax.ts'

const MAX_PATTERN = 1000
const PROJECT = '/workspace'
const ROOTS = [PROJECT, ...SHARED_FOLDERS]
/** What a path begins with that is not in one of the session's own folders of documents. */
const KNOWN_ROOTS = [...ROOTS, '/skills']

/** Patterns of whole paths, as agents see them. A path is selected by any of `include` and none of `exclude`. */
export interface Globs {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  /** Whether a pattern names something hidden. Wildcards then don't match hidden names. */
  readonly namesHidden: boolean
}

/** Selects every path. */
export const ANY_FILE: Globs = { include: [], exclude: [], namesHidden: false }

interface Part {
  readonly body: string
  readonly isExcluded: boolean
}

/**
 * Reads the pattern of a search for files: relative to `path`, or to the project if there is none. An
 * absolute pattern has to be below `path`. Throws `invalid-input` or `denied`, with the reason.
 */
export function toPathGlobs(pattern: string, path?: AgentPath): Globs {
  return toGlobs(pattern, (body) => placePath(body, path))
}

/** Reads the filter of a search in files: a pattern without a slash means names, in any folder. */
export function toFilterGlobs(pattern: string, path: AgentPath = '/'): Globs {
  return toGlobs(pattern, (body, isExcluded) => placeFilter(body, isExcluded, path))
}

/** Returns the only folder of agents' that can contain a match, or `/`. */
export function findRoot({ include }: Globs): AgentPath {
  const roots = new Set(
    include.map((pattern) => KNOWN_ROOTS.find((root) => pattern.startsWith(`${root}/`)) ?? '/'),
  )
  const [root = '/'] = roots
  return roots.size === 1 ? root : '/'
}

function toGlobs(
  pattern: string,
  place: (body: string, isExcluded: boolean) => readonly string[],
): Globs {
  const parts = toParts(pattern)
  const wanted = parts.filter(({ isExcluded }) => !isExcluded)
  const placed = (wanted.length > 0 ? wanted : [{ body: '**' }]).flatMap(({ body }) =>
    place(body, false),
  )
  return {
    include: placed,
    exclude: parts.flatMap(({ body, isExcluded }) => (isExcluded ? place(body, true) : [])),
    namesHidden: wanted.some(({ body }) => /(?:^|[/{,(|])\\?\.(?![./])/u.test(body)),
  }
}

/** A comma separates patterns, but may also be part of a name. */
function toParts(pattern: string): readonly Part[] {
  if (pattern.includes('\0')) throw denied('A pattern must not contain a NUL character.')
  if (pattern.length > MAX_PATTERN) throw new AppError('invalid-input', 'The pattern is too long.')
  const list = splitPatterns(toSlashes(pattern))
  const isOneName = list.length > 1 && !list.some((part) => part.startsWith('!'))
  return [...list, ...(isOneName ? [toSlashes(pattern).trim()] : [])].map(toPart)
}

/** On Windows no name contains a backslash. */
function toSlashes(pattern: string): string {
  return process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern
}

function toPart(written: string): Part {
  const isExcluded = written.startsWith('!') && !written.startsWith('!(')
  const pattern = isExcluded ? written.slice(1) : written
  if (/(?:^|[/\\{,(|])\.\.(?:$|[/\\},)|])/u.test(pattern)) {
    throw denied(`“${shown(pattern)}” contains “..”.`)
  }
  return { body: withoutDots(pattern), isExcluded }
}

/** Drops `.` and empty folders; a pattern that ends with a slash means all files in the folder. */
function withoutDots(pattern: string): string {
  const folders = pattern.split('/')
  const last = folders.pop() ?? ''
  const isAbsolute = folders[0] === ''
  const named = folders.filter((folder) => folder !== '' && folder !== '.')
  const isFolder = last === '' || last === '.'
  const isAnchored = folders[0] === '.'
  const body = [...named, isFolder ? '**' : last].join('/')
  if (isAbsolute) return `/${body}`
  return isAnchored ? `./${body}` : body
}

function placePath(body: string, path: AgentPath | undefined): readonly string[] {
  if (body.startsWith('/')) return placeAbsolute(body, path)
  const below = withoutAnchor(body)
  if (path === undefined) return [`${PROJECT}/${below}`]
  // The project is what a model means by `/` more often than all that agents see.
  if (path === '/') return [`${PROJECT}/${below}`, `/${below}`]
  return [`${escapeGlob(path)}/${below}`]
}

function placeAbsolute(pattern: string, path: AgentPath | undefined): readonly string[] {
  const isKnown = KNOWN_ROOTS.some((root) => isWithin(pattern, root))
  if (path === undefined || path === '/') {
    return isKnown ? [pattern] : [pattern, `${PROJECT}${pattern}`]
  }
  if (isWithin(pattern, path) || isWithin(pattern, escapeGlob(path))) return [pattern]
  if (!isKnown) return [`${escapeGlob(path)}${pattern}`]
  const message = `The pattern “${shown(pattern)}” isn't below the path ${shown(path)}. Leave out one of them.`
  throw new AppError('invalid-input', message)
}

function placeFilter(body: string, isExcluded: boolean, path: AgentPath): readonly string[] {
  const isFolder = body.endsWith('/**') && !body.slice(0, -3).includes('/')
  if (isFolder) return [`/**/${body}`]
  if (!body.includes('/')) {
    // As in .gitignore, a folder that is left out goes with all that is in it.
    return isExcluded ? [`/**/${body}`, `/**/${body}/**`] : [`/**/${body}`]
  }
  const below = withoutAnchor(body)
  if (ROOTS.some((root) => isWithin(`/${below}`, root)) && body.startsWith('/')) return [body]
  const bases = new Set([...ROOTS, '', path === '/' ? '' : path])
  return [...bases].map((base) => `${escapeGlob(base)}/${below}`)
}

function withoutAnchor(body: string): string {
  return body.replace(/^\.?\//u, '')
}

/** Asks which of the paths the patterns select. */
export interface GlobQuestion {
  readonly globs: Globs
  readonly paths: readonly string[]
}

/** The positions of the selected paths, or why a pattern is not valid. */
export type GlobAnswer =
  | { readonly selected: readonly number[] }
  | { readonly invalid: { readonly pattern: string; readonly reason: string } }

const LIMIT_MS = 3_000

/**
 * Selects paths by glob patterns in a worker thread that is ended if a pattern takes too long: picomatch
 * compiles to regular expressions that backtrack, and the patterns are a model's.
 */
export class GlobMatcher implements AsyncDisposable {
  readonly #calls = new LimitedCalls<GlobQuestion, GlobAnswer>({
    from: import.meta.url,
    name: 'globs',
    limitMs: LIMIT_MS,
    warmUp: { globs: { include: ['/**/*.warm'], exclude: [], namesHidden: false }, paths: ['/a'] },
  })

  /** Throws `invalid-input` for a pattern that is not valid. */
  async check(globs: Globs): Promise<void> {
    await this.#ask(globs, [])
  }

  async select<P extends AgentPath>(globs: Globs, paths: readonly P[]): Promise<readonly P[]> {
    if (paths.length === 0 || selectsAll(globs)) return paths
    const selected = await this.#ask(globs, paths)
    return selected.flatMap((index) => paths[index] ?? [])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#calls[Symbol.asyncDispose]()
  }

  async #ask(globs: Globs, paths: readonly string[]): Promise<readonly number[]> {
    const include = globs.include.map(toPicomatch)
    const exclude = globs.exclude.map(toPicomatch)
    try {
      const question = { globs: { ...globs, include, exclude }, paths }
      const answer = await this.#calls.call(question)
      if ('selected' in answer) return answer.selected
      throw invalid(answer.invalid.pattern, answer.invalid.reason)
    } catch (error) {
      if (!(error instanceof TimeLimitExceeded)) throw error
      const message = 'Matching the pattern takes too long. Use fewer wildcards.'
      throw new AppError('limit', message, { cause: error })
    }
  }
}

function selectsAll({ include, exclude }: Globs): boolean {
  return include.length === 0 && exclude.length === 0
}

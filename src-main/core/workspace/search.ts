import type { FileHandle } from 'node:fs/promises'
import { AppError } from '#shared/error.ts'
import { isWithin, type Place, SHARED_FOLDERS, toAgentPath, toPlace } from './agent-path.ts'
import type { Confinement } from './confinement.ts'
import type { AgentPath, FileStat, Found, GlobQuery, GrepQuery, Match } from './define.ts'
import type { DiskFiles } from './disk-files.ts'
import type { DocumentFiles } from './document-files.ts'
import { toMatcher } from './glob-pattern.ts'
import { runRipgrep } from './ripgrep.ts'

const MAX_FILES = 1000
const MAX_MATCHES = 1000
const MAX_COLUMNS = 500

type Document = Extract<Place, { type: 'document' }>

/** Where to look: a part of the project, and documents. */
interface Scope {
  readonly base: AgentPath
  /** Below the project's root. */
  readonly project: string | undefined
  readonly documents: readonly Document[]
}

interface Target extends AsyncDisposable {
  /** Below the project's root. */
  readonly relative: string
  readonly folder?: string
  readonly file?: FileHandle
}

/** Finds files and lines among all that agents see. */
export class Search {
  readonly #inside: Confinement
  readonly #disk: DiskFiles
  readonly #documents: DocumentFiles

  constructor(inside: Confinement, disk: DiskFiles, documents: DocumentFiles) {
    this.#inside = inside
    this.#disk = disk
    this.#documents = documents
  }

  async glob({
    pattern,
    path = '/',
    maxFiles = MAX_FILES,
    signal,
  }: GlobQuery): Promise<Found<FileStat>> {
    const { base, rest } = splitPattern(pattern, path)
    const matches = toMatcher(rest)
    const scope = toScope(base)
    const start = scope.base === '/' ? 1 : scope.base.length + 1
    const isFound = (file: AgentPath) => matches(file.slice(start))
    return collect(maxFiles, this.#globAll(scope, isFound, signal))
  }

  async grep(query: GrepQuery): Promise<Found<Match>> {
    if (query.pattern === '') throw new AppError('invalid-input', 'There is nothing to search for.')
    const scope = toScope(query.path ?? '/')
    return collect(query.maxMatches ?? MAX_MATCHES, this.#grepAll(scope, query))
  }

  async *#globAll(
    scope: Scope,
    isFound: (path: AgentPath) => boolean,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<FileStat> {
    for (const { stat } of this.#documentsIn(scope)) if (isFound(stat.path)) yield stat
    if (scope.project === undefined) return
    for await (const path of this.#projectFiles(scope.project, signal)) {
      if (!isFound(path)) continue
      const stat = await this.#statListed(path)
      if (stat) yield stat
    }
  }

  async *#grepAll(scope: Scope, query: GrepQuery): AsyncGenerator<Match> {
    const isAsked = toFileFilter(query.glob)
    for (const { place, stat } of this.#documentsIn(scope)) {
      if (!isAsked(stat.path)) continue
      yield* this.#grepText(
        stat.path,
        this.#documents.readText({ ...place, path: stat.path }),
        query,
      )
    }
    if (scope.project === undefined) return
    for await (const match of this.#grepProject(scope.project, query)) {
      if (isAsked(match.path)) yield match
    }
  }

  /** Expressions are left to ripgrep: none can hold it up for long. */
  async *#grepText(path: AgentPath, text: string, query: GrepQuery): AsyncGenerator<Match> {
    if (!query.isRegex) {
      yield* matchesIn(path, text, query.pattern)
      return
    }
    const { glob: _, ...anyFile } = query
    const args = toGrepArgs(anyFile, ['-'])
    const options = { args, folder: this.#inside.root, input: text, signal: query.signal }
    for await (const record of runRipgrep({ ...options, separator: '\n' })) {
      const match = toMatch(record)
      if (match) yield { ...match, path }
    }
  }

  *#documentsIn(scope: Scope): Generator<{ readonly place: Document; readonly stat: FileStat }> {
    for (const place of scope.documents) {
      for (const stat of this.#documents.within(place)) yield { place, stat }
    }
  }

  async *#projectFiles(relative: string, signal?: AbortSignal): AsyncGenerator<AgentPath> {
    await using target = await this.#target(relative)
    if (!target) return
    if (target.file) yield toAgentPath(target.relative)
    if (!target.folder) return
    const args = ['--files', '--null', '--sort=path', '--', '.']
    for await (const file of runRipgrep({ args, folder: target.folder, separator: '\0', signal })) {
      yield toAgentPath(joinBelow(target.relative, file))
    }
  }

  async *#grepProject(relative: string, query: GrepQuery): AsyncGenerator<Match> {
    await using target = await this.#target(relative)
    if (!target) return
    if (target.file) yield* this.#grepFile(target.file, toAgentPath(target.relative), query)
    if (!target.folder) return
    const args = toGrepArgs(query, ['.'])
    const options = { args, folder: target.folder, signal: query.signal }
    for await (const record of runRipgrep({ ...options, separator: '\n' })) {
      const match = toMatch(record)
      if (match) yield { ...match, path: toAgentPath(joinBelow(target.relative, match.path)) }
    }
  }

  async *#grepFile(file: FileHandle, path: AgentPath, query: GrepQuery): AsyncGenerator<Match> {
    const { glob: _, ...anyFile } = query
    const args = toGrepArgs(anyFile, ['-'])
    const input = file.createReadStream()
    const options = { args, folder: this.#inside.root, input, signal: query.signal }
    for await (const record of runRipgrep({ ...options, separator: '\n' })) {
      const match = toMatch(record)
      if (match) yield { ...match, path }
    }
  }

  /** The folder or file to search, held open: what is put in its place meanwhile is not searched. */
  async #target(relative: string): Promise<Target | undefined> {
    const stat = await this.#disk.stat(relative)
    if (!stat) return undefined
    const located = await this.#inside.locate(relative)
    await using opening = new AsyncDisposableStack()
    const opened = stat.isFolder
      ? { folder: opening.use(await this.#inside.openFolder(located.relative)).at('.') }
      : { file: opening.use(await this.#inside.openFile(located.relative)) }
    const owned = opening.move()
    const dispose = () => owned.disposeAsync()
    return { ...opened, relative: located.relative, [Symbol.asyncDispose]: dispose }
  }

  /** A file may be gone, or replaced by a link, since it was listed. */
  async #statListed(path: AgentPath): Promise<FileStat | undefined> {
    const place = toPlace(path)
    if (place.type !== 'project') return undefined
    return this.#disk.stat(place.relative).catch((error: unknown) => {
      if (AppError.is(error)) return undefined
      throw error
    })
  }
}

async function collect<T>(max: number, found: AsyncIterable<T>): Promise<Found<T>> {
  const items: T[] = []
  for await (const item of found) {
    if (items.length === max) return { items, isComplete: false }
    items.push(item)
  }
  return { items, isComplete: true }
}

function toScope(path: AgentPath): Scope {
  const place = toPlace(path)
  if (place.type === 'project') {
    return { base: toAgentPath(place.relative), project: place.relative, documents: [] }
  }
  if (place.type === 'skill') {
    throw new AppError(
      'unsupported',
      'Skills are not searched. Look at them with ls and read_file.',
    )
  }
  const shared = SHARED_FOLDERS.map(
    (folder) => ({ type: 'document', scope: 'project', path: folder }) as const,
  )
  const isAll = place.path === '/'
  return {
    base: place.path,
    project: isAll ? '' : undefined,
    documents: isAll ? [...shared, place] : [place],
  }
}

const ROOTS = ['/workspace', ...SHARED_FOLDERS]

/** A pattern that is itself a path begins where that path does. */
function splitPattern(pattern: string, path: AgentPath) {
  const below = pattern.replace(/^(\.?\/)+/u, '')
  if (!pattern.startsWith('/')) return { base: path, rest: below }
  const inBase = `/${below}`.startsWith(`${path === '/' ? '' : path}/`)
  if (path === '/') return rooted(below)
  return { base: path, rest: inBase ? `/${below}`.slice(path.length + 1) : below }
}

function rooted(below: string) {
  const [first, ...rest] = below.split('/')
  const isRoot = ROOTS.includes(`/${first}`) && rest.length > 0
  return isRoot ? { base: `/${first}`, rest: rest.join('/') } : { base: '/', rest: below }
}

/** A pattern without a slash is one of names. */
function toFileFilter(glob: string | undefined): (path: AgentPath) => boolean {
  if (!glob) return () => true
  const pattern = glob.replace(/^\//u, '')
  const matches = toMatcher(pattern)
  if (!pattern.includes('/')) return (path) => matches(path.slice(path.lastIndexOf('/') + 1))
  return (path) =>
    [...ROOTS, ''].some((root) => isWithin(path, root) && matches(path.slice(root.length + 1)))
}

function* matchesIn(path: AgentPath, text: string, pattern: string): Generator<Match> {
  for (const [index, line] of text.split('\n').entries()) {
    if (line.includes(pattern)) yield { path, line: index + 1, text: cut(line) }
  }
}

/** `path`, NUL, line number, colon, the line. */
function toMatch(record: string): Match | undefined {
  const [, path, line, text] = /^([^\0]*)\0(\d+):([\s\S]*)$/u.exec(record) ?? []
  if (path === undefined || text === undefined) return undefined
  return { path, line: Number(line), text: cut(text) }
}

function toGrepArgs({ pattern, isRegex, glob }: GrepQuery, files: readonly string[]) {
  // Given to ripgrep only where it cannot bring back what is ignored.
  const isByEnding = glob !== undefined && /^(\*\*\/)?\*\.[\w.]+$/u.test(glob)
  return [
    '--line-number',
    '--with-filename',
    '--no-heading',
    '--null',
    '--sort=path',
    `--max-columns=${MAX_COLUMNS * 4}`,
    '--max-columns-preview',
    ...(isRegex ? [] : ['--fixed-strings']),
    ...(isByEnding ? [`--glob=${glob}`] : []),
    '--regexp',
    pattern,
    '--',
    ...files,
  ]
}

function cut(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  return text.length > MAX_COLUMNS ? `${text.slice(0, MAX_COLUMNS)}…` : text
}

function joinBelow(folder: string, file: string): string {
  const name = file.replaceAll('\\', '/').replace(/^\.\//u, '')
  return folder === '' ? name : `${folder}/${name}`
}

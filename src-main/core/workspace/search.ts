import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AppError } from '#shared/error.ts'
import { isWithin, type Place, SHARED_FOLDERS, toAgentPath, toPlace } from './agent-path.ts'
import type { Confinement } from './confinement.ts'
import type {
  AgentPath,
  FileStat,
  Found,
  GlobQuery,
  GrepQuery,
  Match,
  MatchCount,
} from './define.ts'
import type { DiskFiles } from './disk-files.ts'
import type { DocumentFiles } from './document-files.ts'
import { withFileErrors } from './file-errors.ts'
import { toMatcher } from './glob-pattern.ts'
import { toGrepArgs, toMatch, toMatchCount, toTypeArgs } from './grep-records.ts'
import { JoinedTexts, type NamedText } from './joined-texts.ts'
import { LEGACY_ARGS, readLegacyTexts } from './legacy-texts.ts'
import { type RipgrepOptions, runRipgrep } from './ripgrep.ts'

const MAX_FILES = 1000
const MAX_MATCHES = 1000

type Document = Extract<Place, { type: 'document' }>

/** Where to look: a part of the project, and documents. */
interface Scope {
  readonly base: AgentPath
  /** Below the project's root. */
  readonly project: string | undefined
  readonly documents: readonly Document[]
}

/** What is found: a path, or something in the file there. */
type Named = AgentPath | { readonly path: AgentPath }

/** Lines of ripgrep’s, and what a path in them means. */
interface Printed {
  readonly records: readonly string[]
  readonly path: (found: string) => AgentPath
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
  }: GlobQuery): Promise<Found<AgentPath>> {
    const { base, rest } = splitPattern(pattern, path)
    const matches = toMatcher(rest)
    const scope = toScope(base)
    const start = scope.base === '/' ? 1 : scope.base.length + 1
    const isFound = (file: AgentPath) => matches(file.slice(start))
    const args = [...toTypeArgs(rest), '--files', '--null', '--', '.']
    return collect(maxFiles, this.#files(scope, { args, signal }, isFound))
  }

  async grep(query: GrepQuery): Promise<Found<Match>> {
    const scope = toScopeOf(query)
    const found = this.#grepAll(scope, query)
    return collect(query.maxMatches ?? MAX_MATCHES, found, ({ isContext }) => !isContext)
  }

  async countMatches(query: GrepQuery): Promise<Found<MatchCount>> {
    const scope = toScopeOf(query)
    return collect(query.maxMatches ?? MAX_FILES, this.#countAll(scope, query))
  }

  async *#files(
    scope: Scope,
    listing: Pick<RipgrepOptions, 'args' | 'signal'>,
    isFound: (path: AgentPath) => boolean,
  ): AsyncGenerator<AgentPath> {
    for (const { stat } of this.#documentsIn(scope)) if (isFound(stat.path)) yield stat.path
    if (scope.project === undefined) return
    await using target = await this.#target(scope.project)
    if (!target) return
    const { relative, file, folder } = target
    if (file && isFound(toAgentPath(relative))) yield toAgentPath(relative)
    if (!folder) return
    for await (const files of runRipgrep({ ...listing, folder, separator: '\0' })) {
      const paths = files.map((one) => toAgentPath(joinBelow(relative, one)))
      yield* paths.filter(isFound)
    }
  }

  async *#grepAll(scope: Scope, query: GrepQuery): AsyncGenerator<Match> {
    const isAsked = toFileFilter(query.glob)
    yield* this.#grepDocuments(scope, query, isAsked)
    const legacy = await this.#readLegacy(scope, query, isAsked)
    yield* this.#grepTexts(legacy.values(), query)
    const isDone = isAmong(legacy)
    for await (const { records, path } of this.#searchProject(scope, query, 'lines')) {
      const matches = records.map(toMatch).filter((match) => match !== undefined)
      const placed = matches.map((match) => ({ ...match, path: path(match.path) }))
      yield* placed.filter((match) => isAsked(match.path) && !isDone(match.path))
    }
  }

  async *#countAll(scope: Scope, query: GrepQuery): AsyncGenerator<MatchCount> {
    const isAsked = toFileFilter(query.glob)
    yield* countByPath(this.#grepDocuments(scope, query, isAsked))
    const legacy = await this.#readLegacy(scope, query, isAsked)
    yield* countByPath(this.#grepTexts(legacy.values(), query))
    const isDone = isAmong(legacy)
    for await (const { records, path } of this.#searchProject(scope, query, 'counts')) {
      const counts = records.map(toMatchCount).filter((count) => count !== undefined)
      const placed = counts.map((count) => ({ ...count, path: path(count.path) }))
      yield* placed.filter((count) => isAsked(count.path) && !isDone(count.path))
    }
  }

  /** All of them at once: each by itself would take a process of its own. */
  async *#grepDocuments(
    scope: Scope,
    query: GrepQuery,
    isAsked: (path: AgentPath) => boolean,
  ): AsyncGenerator<Match> {
    const asked = this.#documentsIn(scope)
      .filter(({ stat }) => isAsked(stat.path))
      .toArray()
    if (asked.length === 0) return
    const texts = asked.values().map(({ place, stat: { path } }) => ({
      path,
      text: this.#documents.readText({ ...place, path }),
    }))
    yield* this.#grepTexts(texts, query)
  }

  async *#grepTexts(texts: Iterable<NamedText>, query: GrepQuery): AsyncGenerator<Match> {
    const joined = new JoinedTexts(texts, query.context ?? 0)
    const args = ['--text', ...toGrepArgs(withoutGlob(query), ['-'])]
    const input = Readable.from(joined.read())
    for await (const records of this.#run({ args, input, signal: query.signal })) {
      const matches = records.map(toMatch).filter((match) => match !== undefined)
      yield* matches.map((match) => joined.place(match)).filter((match) => match !== undefined)
    }
  }

  /** Files of the project that ripgrep can't read as text by itself, decoded. */
  async #readLegacy(
    { project }: Scope,
    query: GrepQuery,
    isAsked: (path: AgentPath) => boolean,
  ): Promise<readonly NamedText[]> {
    await using target = project === undefined ? undefined : await this.#target(project)
    if (!target) return []
    const { signal } = query
    const { relative, folder } = target
    const found = folder ? [] : [relative]
    const args = [...LEGACY_ARGS, ...toTypeArgs(query.glob), '--', '.']
    const listing = { args, folder: folder ?? '', separator: '\0', signal } as const
    for await (const files of folder ? runRipgrep(listing) : []) {
      found.push(...files.map((file) => joinBelow(relative, file)))
    }
    const files = found.map((one) => ({ path: toAgentPath(one), relative: one }))
    const asked = folder ? files.filter(({ path }) => isAsked(path)) : files
    return readLegacyTexts(this.#disk, asked, signal)
  }

  *#documentsIn(scope: Scope): Generator<{ readonly place: Document; readonly stat: FileStat }> {
    for (const place of scope.documents) {
      for (const stat of this.#documents.within(place)) yield { place, stat }
    }
  }

  /** What ripgrep prints of the project; `path` tells whose path it names. */
  async *#searchProject(
    { project }: Scope,
    query: GrepQuery,
    prints: 'lines' | 'counts',
  ): AsyncGenerator<Printed> {
    await using target = project === undefined ? undefined : await this.#target(project)
    if (!target) return
    const { relative, file, folder } = target
    const { signal } = query
    if (file) {
      const args = toGrepArgs(withoutGlob(query), ['-'], prints)
      const printed = this.#run({ args, input: file.createReadStream(), signal })
      for await (const records of printed) yield { records, path: () => toAgentPath(relative) }
    }
    if (!folder) return
    const args = toGrepArgs(query, ['.'], prints)
    const path = (found: string) => toAgentPath(joinBelow(relative, found))
    for await (const records of this.#run({ args, folder, signal })) yield { records, path }
  }

  #run(options: Omit<RipgrepOptions, 'separator' | 'folder'> & { folder?: string }) {
    return runRipgrep({ folder: this.#inside.root, ...options, separator: '\n' })
  }

  /** The folder or file to search, held open: what is put in its place meanwhile is not searched. */
  async #target(relative: string): Promise<Target | undefined> {
    const stat = await this.#disk.stat(relative)
    if (!stat) return undefined
    return withFileErrors(toAgentPath(relative), 'read', () => this.#open(relative, stat))
  }

  async #open(relative: string, { isFolder }: FileStat): Promise<Target> {
    const located = await this.#inside.locate(relative)
    await using opening = new AsyncDisposableStack()
    const opened = isFolder
      ? { folder: opening.use(await this.#inside.openFolder(located.relative)).at('.') }
      : { file: opening.use(await this.#inside.openFile(located.relative)) }
    const owned = opening.move()
    const dispose = () => owned.disposeAsync()
    return { ...opened, relative: located.relative, [Symbol.asyncDispose]: dispose }
  }
}

/** By path; what stands in a file stays in order. */
async function collect<T extends Named>(
  max: number,
  found: AsyncIterable<T>,
  isCounted: (item: T) => boolean = () => true,
): Promise<Found<T>> {
  const items: T[] = []
  let counted = 0
  for await (const item of found) {
    if (isCounted(item)) counted += 1
    if (counted > max) return { items: items.sort(byPath), isComplete: false }
    items.push(item)
  }
  return { items: items.sort(byPath), isComplete: true }
}

function byPath(one: Named, other: Named): number {
  const [a, b] = [pathOf(one), pathOf(other)]
  if (a === b) return 0
  return a < b ? -1 : 1
}

function pathOf(named: Named): AgentPath {
  return typeof named === 'string' ? named : named.path
}

function isAmong(texts: readonly NamedText[]): (path: AgentPath) => boolean {
  const paths = new Set(texts.map(({ path }) => path))
  return (path) => paths.has(path)
}

async function* countByPath(matches: AsyncIterable<Match>): AsyncGenerator<MatchCount> {
  const counts = new Map<AgentPath, number>()
  for await (const { path, isContext } of matches) {
    if (!isContext) counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  for (const [path, lines] of counts) yield { path, lines }
}

/** A single file, and documents, are searched whatever the pattern of files makes of their name. */
function withoutGlob({ glob: _, ...query }: GrepQuery): GrepQuery {
  return query
}

function toScopeOf({ pattern, path = '/' }: GrepQuery): Scope {
  if (pattern === '') throw new AppError('invalid-input', 'There is nothing to search for.')
  return toScope(path)
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

function joinBelow(folder: string, file: string): string {
  const name = file.replaceAll('\\', '/').replace(/^\.\//u, '')
  return folder === '' ? name : `${folder}/${name}`
}

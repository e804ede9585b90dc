import { Readable } from 'node:stream'
import { AppError } from '#shared/lib/app-error.ts'
import type { DiskFiles, FileStat } from '../files/disk-files.ts'
import type { DocumentFiles } from '../files/document-files.ts'
import { runRipgrep } from '../listing/ripgrep.ts'
import { FileWalk } from '../listing/walk-files.ts'
import {
  type AgentPath,
  type Place,
  SHARED_FOLDERS,
  toAgentPath,
  toPlace,
} from '../paths/agent-path.ts'
import type { Confinement } from '../paths/confinement.ts'
import { withFileErrors } from '../paths/file-errors.ts'
import {
  ANY_FILE,
  findRoot,
  GlobMatcher,
  type Globs,
  toFilterGlobs,
  toPathGlobs,
} from './glob-pattern.ts'
import { findClasses, readClassesLiterally } from './glob-syntax.ts'
import { toFileArgs, toLineArgs, toMatch, toTypeArgs } from './grep-records.ts'
import { JoinedTexts, type NamedText, readTextChunks } from './joined-texts.ts'
import { LEGACY_ARGS, type LegacyTexts, readLegacyTexts } from './non-utf8-texts.ts'
import type { Found, GlobQuery, GrepQuery, Match, MatchCount } from './queries.ts'

const MAX_FILES = 1000
const MAX_MATCHES = 1000
/** The number of paths that one call of the matcher checks for a literal name. */
const MAX_CANDIDATES = 2000

type Document = Extract<Place, { type: 'document' }>

/** Where to look: a part of the project, and documents. */
interface Scope {
  readonly base: AgentPath
  /** Below the project's root. */
  readonly project: string | undefined
  readonly documents: readonly Document[]
}

/** Which files to look for, and what ripgrep is asked for them. */
interface Listing {
  readonly walk: FileWalk
  readonly scope: Scope
  readonly globs: Globs
  readonly args: readonly string[]
  readonly signal: AbortSignal | undefined
}

interface DecodedListing extends Listing {
  /** Files that ripgrep can't read as text by itself. */
  readonly legacy: readonly NamedText[]
}

/** What is found: a path, or something in the file there. */
type Named = AgentPath | { readonly path: AgentPath }

/** Finds files and lines among all that agents see. */
export class Search implements AsyncDisposable {
  readonly #inside: Confinement
  readonly #disk: DiskFiles
  readonly #documents: DocumentFiles
  readonly #matcher = new GlobMatcher()

  constructor(inside: Confinement, disk: DiskFiles, documents: DocumentFiles) {
    this.#inside = inside
    this.#disk = disk
    this.#documents = documents
  }

  async glob(query: GlobQuery): Promise<Found<AgentPath>> {
    const { pattern, maxFiles = MAX_FILES, signal } = query
    const path = query.path === undefined ? undefined : toScope(query.path).base
    const globs = toPathGlobs(pattern, path)
    const scope = toScope(path ?? findRoot(globs))
    await using walk = new FileWalk(this.#inside)
    const listing = { walk, scope, args: ['--files', '--null'], signal }
    const settled = await this.#settle({ ...listing, globs })
    return await collect(maxFiles, this.#files({ ...listing, globs: settled }))
  }

  async grep(query: GrepQuery): Promise<Found<Match>> {
    await using walk = new FileWalk(this.#inside)
    const listing = await this.#toListing(query, walk)
    const legacy = await this.#readLegacy(listing)
    const matches = this.#grepAll({ ...listing, legacy: legacy.texts }, query)
    const isCounted = ({ isContext }: Match) => !isContext
    const found = await collect(query.maxMatches ?? MAX_MATCHES, matches, isCounted)
    return legacy.isComplete ? found : { ...found, hasUndecoded: true }
  }

  async countMatches(query: GrepQuery): Promise<Found<MatchCount>> {
    await using walk = new FileWalk(this.#inside)
    const listing = await this.#toListing(query, walk)
    const legacy = await this.#readLegacy(listing)
    const matches = this.#grepAll({ ...listing, legacy: legacy.texts }, query, { isCounted: true })
    const found = await collect(query.maxMatches ?? MAX_FILES, countByPath(matches))
    return legacy.isComplete ? found : { ...found, hasUndecoded: true }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#matcher[Symbol.asyncDispose]()
  }

  async #toListing(query: GrepQuery, walk: FileWalk): Promise<Listing> {
    const { pattern, path = '/', glob, signal } = query
    if (pattern === '') throw new AppError('invalid-input', 'There is nothing to search for.')
    const scope = toScope(path)
    const globs = glob === undefined ? ANY_FILE : toFilterGlobs(glob, scope.base)
    const settled = await this.#settle({ walk, scope, globs, args: ['--files', '--null'], signal })
    return { walk, scope, globs: settled, args: toFileArgs(query), signal }
  }

  /** Reads a character class as the name of a file or folder where there is one: `[id]` is often one. */
  async #settle(listing: Listing): Promise<Globs> {
    const { globs } = listing
    await this.#matcher.check(globs)
    const classes = [...globs.include, ...globs.exclude].flatMap(findClasses)
    if (classes.length === 0) return globs
    const paths: AgentPath[] = []
    const any = { ...ANY_FILE, namesHidden: globs.namesHidden }
    for await (const path of this.#files({ ...listing, globs: any })) {
      if (containsAny(path, classes)) paths.push(path)
    }
    const settle = async (patterns: readonly string[]) => {
      const settled: string[] = []
      for (const pattern of patterns) settled.push(...(await this.#settleOne(pattern, paths)))
      return settled
    }
    const { include, exclude } = globs
    return { ...globs, include: await settle(include), exclude: await settle(exclude) }
  }

  /** Matches only paths that contain a class's text, a few at a time: a literal reading needs them. */
  async #settleOne(pattern: string, paths: readonly AgentPath[]): Promise<readonly string[]> {
    const classes = findClasses(pattern)
    const candidates = paths.filter((path) => containsAny(path, classes))
    if (candidates.length === 0) return [pattern]
    for (const include of readClassesLiterally(pattern)) {
      for (let at = 0; at < candidates.length; at += MAX_CANDIDATES) {
        const slice = candidates.slice(at, at + MAX_CANDIDATES)
        const found = await this.#matcher.select({ ...ANY_FILE, include }, slice)
        if (found.length > 0) return include
      }
    }
    return [pattern]
  }

  async *#files(listing: Listing): AsyncGenerator<AgentPath> {
    const documents = this.#documentsIn(listing.scope).map(({ stat }) => stat.path)
    yield* await this.#matcher.select(listing.globs, documents.toArray())
    for await (const files of this.#projectFiles(listing)) yield* files
  }

  /** A folder's files that ripgrep lists, as far as they are inside the project, or the one file. */
  async *#projectFiles(listing: Listing): AsyncGenerator<readonly AgentPath[]> {
    const { walk, scope, globs, args, signal } = listing
    if (scope.project === undefined) return
    const stat = await this.#disk.stat(scope.project)
    if (!stat) return
    const { project } = scope
    const { relative } = await withFileErrors(toAgentPath(project), 'read', () =>
      this.#inside.locate(project),
    )
    if (!stat.isFolder) {
      yield await this.#matcher.select(globs, [toAgentPath(relative)])
      return
    }
    const types = toTypeArgs(globs)
    const bringsHidden = types.length > 0 && !globs.namesHidden
    const listed = walk.list({
      relative,
      args: [...types, ...args],
      withHidden: globs.namesHidden,
      signal,
    })
    for await (const files of listed) {
      const seen = bringsHidden ? files.filter((file) => !nameOf(file).startsWith('.')) : files
      const selected = await this.#matcher.select(globs, seen.map(toAgentPath))
      const inside = await walk.keepInside(selected.map(toRelative))
      yield inside.map(toAgentPath)
    }
  }

  /**
   * Only what is read below the held root is searched: ripgrep tells which files have matches, but may
   * have read them through a link that was put in a folder's place.
   */
  async *#grepAll(
    listing: DecodedListing,
    query: GrepQuery,
    options: { readonly isCounted?: boolean } = {},
  ): AsyncGenerator<Match> {
    const inputAbort = new AbortController()
    const signals = query.signal ? [query.signal] : []
    const signal = AbortSignal.any([...signals, inputAbort.signal])
    const joined = new JoinedTexts(this.#texts({ ...listing, signal }), query.context ?? 0)
    const run = {
      args: toLineArgs(query, options),
      folder: this.#inside.root,
      input: Readable.from(joined.read()),
      inputAbort,
      separator: '\n',
      signal: query.signal,
    } as const
    for await (const records of runRipgrep(run)) {
      const matches = records.map(toMatch).filter((match) => match !== undefined)
      yield* matches.map((match) => joined.place(match)).filter((match) => match !== undefined)
    }
  }

  async *#texts(listing: DecodedListing): AsyncGenerator<NamedText> {
    const documents = [...this.#documentsIn(listing.scope)]
    const paths = documents.map(({ stat }) => stat.path)
    const selected = new Set(await this.#matcher.select(listing.globs, paths))
    for (const { place, stat } of documents) {
      const { path } = stat
      if (!selected.has(path)) continue
      yield { path, chunks: [Buffer.from(this.#documents.readText({ ...place, path }))] }
    }
    yield* listing.legacy
    const decoded = new Set(listing.legacy.map(({ path }) => path))
    for await (const files of this.#projectFiles(listing)) {
      for (const path of files) {
        if (decoded.has(path)) continue
        const open = () => this.#inside.openFile(toRelative(path))
        yield { path, chunks: readTextChunks(open) }
      }
    }
  }

  /** Files of the project that ripgrep can't read as text by itself, decoded. */
  async #readLegacy(listing: Listing): Promise<LegacyTexts> {
    const paths: AgentPath[] = []
    for await (const files of this.#projectFiles({ ...listing, args: LEGACY_ARGS })) {
      paths.push(...files)
    }
    const files = paths.map((path) => ({ path, relative: toRelative(path) }))
    return await readLegacyTexts(this.#disk, files, listing.signal)
  }

  *#documentsIn(scope: Scope): Generator<{ readonly place: Document; readonly stat: FileStat }> {
    for (const place of scope.documents) {
      for (const stat of this.#documents.within(place)) yield { place, stat }
    }
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

/** The matches of a file come together. */
async function* countByPath(matches: AsyncIterable<Match>): AsyncGenerator<MatchCount> {
  let current: MatchCount | undefined
  for await (const { path } of matches) {
    if (current && current.path !== path) yield current
    current = { path, lines: current?.path === path ? current.lines + 1 : 1 }
  }
  if (current) yield current
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

/** Below the project's root. */
function toRelative(path: AgentPath): string {
  return path.slice(toAgentPath('').length + 1)
}

/** Names may be written in NFC or NFD; the texts are in NFC. */
function containsAny(path: AgentPath, texts: readonly string[]): boolean {
  const composed = path.normalize('NFC')
  return texts.some((text) => composed.includes(text))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

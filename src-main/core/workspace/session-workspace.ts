import { normalizeLineEnds } from '#shared/changes/line-endings.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { GitObjects } from '../git/git-objects.ts'
import { hashOf } from '../runtime/ids.ts'
import type { Workspace, WorkspaceOptions } from './define.ts'
import { findCommitted } from './files/committed-file.ts'
import { DiskFiles, type FileBytes, type FileStat } from './files/disk-files.ts'
import { DocumentFiles, SkillFiles } from './files/document-files.ts'
import {
  type CallSource,
  type ChangeSource,
  type Committed,
  type EncodedText,
  type PutBack,
  refuseMoved,
  verify,
  type Written,
  withVerification,
} from './files/file-changes.ts'
import { refuseGitFiles } from './files/protected-git-files.ts'
import { formatOf, getText, toBytes, toRawBytes } from './files/text-format.ts'
import {
  type AgentPath,
  denied,
  isFixedFolder,
  type Place,
  SHARED_FOLDERS,
  type SkillPlace,
  toAgentPath,
  toNewForm,
  toPersonPath,
  toPlace,
} from './paths/agent-path.ts'
import { Confinement, PROJECT, placeOnDisk } from './paths/confinement.ts'
import type { Found, GlobQuery, GrepQuery, Match, MatchCount } from './search/queries.ts'
import { Search } from './search/search-files.ts'
import { ChangeLog, toAuthor } from './tracking/change-log.ts'
import { TrackedTree } from './tracking/tracked-tree.ts'
import { Upkeep } from './tracking/upkeep.ts'
import { GIT_ABSENT, isHashOf, readEntry } from './tree/read-entry.ts'
import { restoreFile } from './tree/restore-file.ts'

/** More than this is not read as a whole. */
const MAX_READ_BYTES = 10 * 1024 * 1024

type Document = Extract<Place, { type: 'document' }>

/** The files of one session: on disk and in the store, each change in its log. */
class SessionWorkspace implements Workspace {
  readonly #inside: Confinement
  readonly #disk: DiskFiles
  readonly #documents: DocumentFiles
  readonly #skills: SkillFiles
  readonly #objects: GitObjects
  readonly #log: ChangeLog
  readonly #tree: TrackedTree
  readonly #upkeep: Upkeep
  readonly #search: Search

  constructor(options: WorkspaceOptions) {
    const { store, sessionId, known, authors } = options
    this.#inside = new Confinement(options.root, PROJECT, store.dataDir)
    this.#disk = new DiskFiles(this.#inside)
    this.#documents = new DocumentFiles(options)
    this.#skills = new SkillFiles(options.skills)
    this.#objects = new GitObjects(this.root)
    this.#log = new ChangeLog({ store, sessionId, objects: this.#objects })
    const { root, dataFolder } = this.#inside
    const recorded = { root, leftOut: dataFolder }
    this.#tree = new TrackedTree({ ...recorded, sessionId, store, log: this.#log, known, authors })
    const onChange = options.onDidChangeFiles ?? (() => {})
    this.#upkeep = new Upkeep({ root, tree: this.#tree, onChange, authors, unwatched: dataFolder })
    this.#search = new Search(this.#inside, this.#disk, this.#documents)
  }

  get root(): string {
    return this.#inside.root
  }

  async begin(): Promise<void> {
    await this.#upkeep.begin()
  }

  resolve(path: AgentPath): string {
    return this.#inside.locateSync(toProjectPath(path)).absolute
  }

  async readText(path: AgentPath): Promise<string> {
    const place = this.#toPlace(path)
    if (place.type === 'document') return this.#documents.readText(place)
    if (place.type === 'skill') return this.#skills.readText(place, MAX_READ_BYTES)
    return (await getText(await this.#readWhole(place.relative), path)).text
  }

  async readBytes(path: AgentPath, options: { maxBytes?: number } = {}): Promise<FileBytes> {
    const place = this.#toPlace(path)
    if (place.type === 'document') return this.#documents.read(place)
    if (place.type === 'skill') return this.#skills.read(place, options.maxBytes ?? MAX_READ_BYTES)
    return this.#disk.read(place.relative, options.maxBytes ?? MAX_READ_BYTES)
  }

  async write(path: AgentPath, content: string | EncodedText, by: ChangeSource): Promise<Written> {
    const { text, encoding } = typeof content === 'string' ? { text: content } : content
    return this.#replace(path, by, async (old) => {
      const format = await formatOf(old, encoding)
      // What the machinery around an agent evicts isn't changed for the sake of half a character.
      return toBytes(by.type === 'unknown' ? text.toWellFormed() : text, format, path)
    })
  }

  async edit(
    path: AgentPath,
    change: (text: string) => string,
    by: ChangeSource,
  ): Promise<Written> {
    return this.#replace(path, by, async (old) => {
      if (!old) throw new AppError('not-found', `There is no ${path}.`)
      const { text, format } = await getText(old, path)
      return toBytes(normalizeLineEnds(change(text)), format, path)
    })
  }

  async save(path: AgentPath, text: string, base: Hash | null): Promise<Hash> {
    let hash: Hash | undefined
    await this.#replace(path, { type: 'person' }, async (old) => {
      const bytes = toRawBytes(text, await formatOf(old), toPersonPath(path))
      const isAsBefore = base ? old && isHashOf(base, old) : !old
      // Saving the same text again isn't a conflict: a client retries a save if it got no answer.
      const isSaved = old && Buffer.compare(old, bytes) === 0
      if (!isAsBefore && !isSaved) {
        throw changedOnDisk(path, 'Load it from disk before you save it.')
      }
      hash = hashOf(bytes)
      return bytes
    })
    if (!hash) throw new AppError('conflict', `${path} was not saved.`)
    return hash
  }

  async remove(path: AgentPath, by: ChangeSource): Promise<readonly Written[]> {
    const place = toChangeable(this.#toPlace(path), path)
    if (place.type === 'document') return this.#removeDocuments(place, by)
    return this.#upkeep.change(async () => {
      const relative = await this.#locateItself(place.relative)
      refuseMoved(path, placeOnDisk(this.root, path), by)
      const remove = () => this.#disk.remove(relative)
      return this.#tree.change([relative], toAuthor(by), withVerification(by, remove))
    })
  }

  async restore(
    path: AgentPath,
    content: PutBack | null,
    base?: Hash | null,
  ): Promise<readonly Written[]> {
    const relative = toProjectPath(path)
    await refuseGitFiles(this.#inside.root, relative)
    return this.#upkeep.change(async () => {
      if (base !== undefined) await this.#refuseOther(relative, base)
      const write = () => restoreFile(this.#inside, relative, content)
      return this.#tree.change([relative], toAuthor({ type: 'person' }), write)
    })
  }

  async move(from: AgentPath, to: AgentPath, by: ChangeSource): Promise<readonly Written[]> {
    const source = toChangeable(this.#toPlace(from), from)
    const target = toChangeable(this.#toPlace(to), to)
    if (source.type !== 'project' || target.type !== 'project') return this.#moveText(from, to, by)
    return this.#upkeep.change(async () => {
      const paths = toNewForm(
        await this.#locateItself(source.relative),
        await this.#locateItself(target.relative),
        target.relative,
      )
      for (const path of [from, to]) refuseMoved(path, placeOnDisk(this.root, path), by)
      const move = () => this.#disk.move(...paths)
      return this.#tree.change(paths, toAuthor(by), withVerification(by, move))
    })
  }

  async stat(path: AgentPath): Promise<FileStat | undefined> {
    const place = this.#toPlace(path)
    if (place.type === 'skill') return this.#skills.stat(place)
    return place.type === 'project' ? this.#disk.stat(place.relative) : this.#documents.stat(place)
  }

  async countUnlisted(path: AgentPath): Promise<number> {
    const place = this.#toPlace(path)
    return place.type === 'project' ? this.#disk.countUnlisted(place.relative) : 0
  }

  async list(path: AgentPath): Promise<readonly FileStat[]> {
    const place = this.#toPlace(path)
    if (place.type === 'project') return this.#disk.list(place.relative)
    if (place.type === 'skill') return this.#skills.list(place)
    const stat = this.#documents.stat(place)
    if (!stat?.isFolder) throw new AppError('not-found', `There is no folder ${place.path}.`)
    const listed = this.#documents.list(place)
    return place.path === '/' ? [...this.#topFolders(), ...listed] : listed
  }

  glob(query: GlobQuery): Promise<Found<AgentPath>> {
    return this.#search.glob(query)
  }

  grep(query: GrepQuery): Promise<Found<Match>> {
    return this.#search.grep(query)
  }

  countMatches(query: GrepQuery): Promise<Found<MatchCount>> {
    return this.#search.countMatches(query)
  }

  snapshot(): Promise<void> {
    return this.#upkeep.snapshot()
  }

  command(by: CallSource): Promise<AsyncDisposable> {
    return this.#upkeep.command(by)
  }

  content(hash: Hash): Promise<Uint8Array | undefined> {
    return this.#log.content(hash)
  }

  committed(path: AgentPath, commit?: string): Promise<Committed> {
    return findCommitted(this.root, path, commit)
  }

  settle(): Promise<void> {
    return this.#upkeep.settle()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#search[Symbol.asyncDispose]()
    await this.#upkeep[Symbol.asyncDispose]()
    await this.#tree[Symbol.asyncDispose]()
    await this.#objects[Symbol.asyncDispose]()
  }

  /** `make` gets what is there now, and nobody of ours writes until its answer has replaced it. */
  async #replace(
    path: AgentPath,
    by: ChangeSource,
    make: (old: Uint8Array | undefined) => Promise<Uint8Array>,
  ): Promise<Written> {
    const place = toChangeable(this.#toPlace(path), path)
    if (place.type === 'document') return this.#replaceDocument(place, by, make)
    return this.#upkeep.change(async () => {
      const { relative } = await this.#inside.locate(place.relative)
      await refuseGitFiles(this.#inside.root, relative)
      refuseMoved(path, toAgentPath(relative), by)
      await verify(by)
      const isThere = (await this.#disk.stat(relative)) !== undefined
      if (isThere) await this.#disk.refuseReadOnly(relative)
      const bytes = await make(isThere ? await this.#readWhole(relative) : undefined)
      const left: { hasLeftLinks?: true } = {}
      const write = async () => {
        if (await this.#disk.replace(relative, bytes)) left.hasLeftLinks = true
      }
      const written = await this.#tree.change([relative], toAuthor(by), write)
      const own = written.find((one) => one.path === toAgentPath(relative))
      return { ...(own ?? asItWas(relative, bytes)), ...left }
    })
  }

  async #replaceDocument(
    place: Document,
    by: ChangeSource,
    make: (old: Uint8Array | undefined) => Promise<Uint8Array>,
  ): Promise<Written> {
    return this.#changeDocument(place, async () => {
      this.#documents.refuseFolder(place)
      await verify(by)
      const before = this.#documents.contentOf(place)
      const bytes = await make(before ? this.#documents.read(place).bytes : undefined)
      const after = this.#documents.keep(bytes)
      const change = { path: place.path, before, after }
      const unchanged = { ...change, added: 0, removed: 0 }
      if (before?.hash === after.hash) return unchanged
      const text = Buffer.from(bytes).toString('utf8')
      const write = () => this.#documents.write(place, text)
      const [written] = await this.#log.append([change], toAuthor(by), write)
      return written ?? unchanged
    })
  }

  #toPlace(path: AgentPath): Place {
    const place = toPlace(path)
    return place.type === 'document' ? this.#documents.spell(place) : place
  }

  /** Upkeep first: nobody waits for a turn while having one. */
  #changeDocument<T>(place: Document, work: () => Promise<T>): Promise<T> {
    return this.#upkeep.changeDocument(() => this.#documents.inTurn(place, work))
  }

  async #removeDocuments(place: Document, by: ChangeSource): Promise<readonly Written[]> {
    if (isFixedFolder(place.path)) {
      throw denied(`${place.path} itself cannot be removed.`)
    }
    return this.#changeDocument(place, async () => {
      const found = this.#documents.within(place).map(({ path }) => ({ ...place, path }))
      if (found.length === 0) throw new AppError('not-found', `There is no ${place.path}.`)
      const changes = found.map((one) => ({
        path: one.path,
        before: this.#documents.contentOf(one),
        after: null,
      }))
      await verify(by)
      const remove = () => Promise.all(found.map((one) => this.#documents.remove(one)))
      return this.#log.append(changes, toAuthor(by), remove)
    })
  }

  /** To or from the store: a text is written there, then removed here. */
  async #moveText(from: AgentPath, to: AgentPath, by: ChangeSource): Promise<readonly Written[]> {
    if (await this.stat(to)) throw new AppError('conflict', `There is something at ${to} already.`)
    const text = await this.readText(from)
    const written = await this.write(to, text, by)
    return [...(await this.remove(from, by)), written]
  }

  async #readWhole(relative: string): Promise<Uint8Array> {
    const { bytes, size, hash } = await this.#disk.read(relative, MAX_READ_BYTES)
    if (hash) return bytes
    const megabytes = Math.round(size / 1024 / 1024)
    throw new AppError(
      'limit',
      `${toAgentPath(relative)} is too large to be read (${megabytes} MB).`,
    )
  }

  /** Where a path is, the last part not followed: a link is moved or removed itself. */
  async #locateItself(relative: string): Promise<string> {
    if (relative === '') throw denied('The project itself cannot be moved or removed.')
    const itself = await this.#inside.spell(relative)
    await refuseGitFiles(this.#inside.root, itself)
    return itself
  }

  /** Fails where a path itself, not what it leads to, holds something else. */
  async #refuseOther(relative: string, base: Hash | null): Promise<void> {
    const { root } = this
    const path = await this.#locateItself(relative)
    const entry = readEntry({ root, path, known: undefined, git: GIT_ABSENT })
    const isAsBefore = base ? entry?.content && isHashOf(base, entry.content) : !entry
    if (isAsBefore) return
    // The caller has seen an old state, so update the log.
    await this.#tree.reconcile([path])
    throw changedOnDisk(toAgentPath(relative), 'The changes have been refreshed.')
  }

  *#topFolders(): Generator<FileStat> {
    for (const path of ['/workspace', ...SHARED_FOLDERS]) {
      yield { path, isFolder: true, size: 0, modifiedAt: 0 }
    }
  }
}

/** Fails where nothing is ever changed by way of a file tool. */
function toChangeable(place: Place, path: AgentPath): Exclude<Place, SkillPlace> {
  if (place.type !== 'skill') return place
  throw denied(`${path} can only be read: skills of your home folder are not changed from here.`)
}

function toProjectPath(path: AgentPath): string {
  const place = toPlace(path)
  if (place.type === 'project') return place.relative
  throw denied(`${path} is not on disk in the project.`)
}

function changedOnDisk(path: AgentPath, whatNow: string): AppError {
  return new AppError('conflict', `${toPersonPath(path)} changed on disk. ${whatNow}`)
}

function asItWas(relative: string, bytes: Uint8Array): Written {
  const content = { hash: hashOf(bytes), size: bytes.length }
  return { path: toAgentPath(relative), before: content, after: content, added: 0, removed: 0 }
}

/** Opens the files of one session. The caller disposes it; nothing is left running then. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const workspace = new SessionWorkspace(options)
  await workspace.begin()
  return workspace
}

/** The files of a session, for looking at alone: nothing is watched or taken down. The caller disposes it. */
export function lookAtWorkspace(options: WorkspaceOptions): Workspace {
  return new SessionWorkspace(options)
}

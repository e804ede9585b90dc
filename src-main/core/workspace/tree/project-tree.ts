import { join } from 'node:path'
import { type Tree, Tree as TreeSchema } from '#shared/events/file.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { hashOf } from '../../runtime/ids.ts'
import { listEach, listFiles } from '../listing/tree-listing.ts'
import { isWithin } from '../paths/agent-path.ts'
import { HeadTree, readHeadOids } from './head-tree.ts'
import {
  findStats,
  GIT_ABSENT,
  type GitNaming,
  hasObjectId,
  isNotUtf8,
  readEntry,
} from './read-entry.ts'
import {
  type Comparison,
  type KnownFile,
  type KnownTree,
  LINK_MODE,
  modeOf,
  removeWithin,
  type TakenTree,
  type TreeChange,
  type TreePlace,
} from './tree-protocol.ts'

type Files = Map<string, KnownFile>

/** Takes a content that the log may not have; what it returns is waited for. */
type OnContent = (hash: Hash, bytes: Uint8Array) => Promise<void> | undefined

/**
 * The files of a project as its session's log knows them, and the one place that compares them with
 * the disk: what it tells of, the caller must log. Holds the thread: for workers.
 */
export class ProjectTree {
  readonly #root: string
  readonly #leftOut: string | undefined
  readonly #onContent: OnContent
  #known: Files = new Map()
  /** Ignored files that a call or a person wrote: recorded all the same. */
  readonly #kept = new Set<string>()
  readonly #sent = new Set<Hash>()
  /** By path: git's name for what a file held, where it has come to hold something else. */
  readonly #committed = new Map<string, Hash>()
  #isLoaded = false

  constructor({ root, leftOut }: TreePlace, onContent: OnContent) {
    this.#root = root
    this.#leftOut = leftOut
    this.#onContent = onContent
  }

  /** Takes over what the log says. */
  load({ tree, changes, kept }: KnownTree): void {
    if (tree) this.#known = parseTree(tree)
    for (const [path, content] of Object.entries(changes)) {
      this.#noteCommitted(path, content?.hash)
      if (content) this.#known.set(path, toKnownFile(content, this.#known.get(path)))
      else this.#known.delete(path)
    }
    if (this.#leftOut !== undefined) removeWithin(this.#known, this.#leftOut)
    for (const path of kept) if (!this.#isLeftOut(path)) this.#kept.add(path)
    for (const { hash } of this.#known.values()) if (hash) this.#sent.add(hash)
    this.#isLoaded = true
  }

  /** Reads the whole project; what is found is then what is known. */
  async snapshot(): Promise<{ readonly json: Uint8Array; readonly taken: TakenTree }> {
    const head = HeadTree.read(this.#root)
    const listed = listEach(this.#root).filter((path) => !this.#isLeftOut(path))
    const files = await this.#read([...new Set([...listed, ...this.#kept])], head)
    const changes = this.#isLoaded
      ? this.#markCommitted(compareFiles(this.#known, files), head)
      : []
    this.#known = files
    this.#isLoaded = true
    const json = Buffer.from(JSON.stringify(toTree(files)))
    const notRecorded = files.values().reduce((sum, file) => sum + (file.hash ? 0 : 1), 0)
    const more = countUnnamed(this.#root, listed, files)
    const counts = { files: files.size + more, notRecorded: notRecorded + more }
    const about = { hash: hashOf(json), bytes: json.length, ...counts }
    return { json, taken: { ...about, changes, ...(head.commit && { head: head.commit }) } }
  }

  /** Tells what differs from what is known, which is then known. */
  async compare({ paths, mode, withCommitted }: Comparison): Promise<readonly TreeChange[]> {
    const learnt = mode === 'learn' ? await this.#learn(paths ?? []) : new Set<string>()
    if (mode === 'keep') for (const path of paths ?? []) this.#keep(path)
    const known = this.#knownWithin(paths)
    const asked = [...known.keys(), ...this.#listUnknown(paths)]
    const found = await this.#read(asked.filter((path) => !learnt.has(path)))
    for (const path of learnt) known.delete(path)
    const changes = compareFiles(known, found)
    for (const path of known.keys()) if (!found.has(path)) this.#known.delete(path)
    for (const [path, file] of found) this.#known.set(path, file)
    if (!withCommitted || changes.length === 0) return changes
    const oids = readHeadOids(
      this.#root,
      changes.map(({ path }) => path),
    )
    return this.#markCommitted(changes, oids && { commit: 'HEAD', oidOf: (path) => oids.get(path) })
  }

  /** Marks changes after which a file is the same as in the checked-out commit. */
  #markCommitted(
    changes: readonly TreeChange[],
    head: Pick<HeadTree, 'commit' | 'oidOf'> | undefined,
  ): readonly TreeChange[] {
    if (!head?.commit) return changes
    return changes.map((change) => {
      const oid = head.oidOf(change.path)
      const isCommitted = change.after
        ? oid !== undefined && hasObjectId(join(this.#root, change.path), change.after, oid)
        : oid === undefined
      return isCommitted ? { ...change, isCommitted } : change
    })
  }

  /** Ignored files about to be changed: how they are now is how they have been. */
  async #learn(paths: readonly string[]): Promise<Set<string>> {
    const unknown = paths.filter((path) => !this.#known.has(path) && this.#isFile(path))
    if (unknown.length === 0) return new Set()
    const listed = new Set(this.#list(unknown))
    const found = await this.#read(unknown.filter((path) => !listed.has(path)))
    for (const [path, file] of found) {
      this.#known.set(path, file)
      this.#kept.add(path)
    }
    return new Set(found.keys())
  }

  #keep(path: string): void {
    if (!this.#known.has(path) && this.#isFile(path)) this.#kept.add(path)
  }

  #isFile(path: string): boolean {
    const stats = findStats(join(this.#root, path))
    return stats !== undefined && !stats.isDirectory()
  }

  #knownWithin(paths: readonly string[] | undefined): Files {
    if (!paths) return new Map(this.#known)
    const files: Files = new Map()
    for (const path of paths) {
      const file = this.#known.get(path)
      if (file) files.set(path, file)
      if (!file) for (const one of this.#known) if (isWithin(one[0], path)) files.set(...one)
    }
    return files
  }

  /** What is on disk, to be recorded, and not known yet. */
  #listUnknown(paths: readonly string[] | undefined): readonly string[] {
    const isNews = (path: string) => !this.#known.has(path)
    if (!paths) return [...this.#list(), ...this.#kept].filter(isNews)
    const kept = paths.filter((path) => this.#kept.has(path) && isNews(path))
    const unsure = paths.filter((path) => this.#isUnsure(path))
    return [...kept, ...this.#list(unsure).filter(isNews)]
  }

  #list(paths?: readonly string[]): readonly string[] {
    return [...listFiles(this.#root, paths)].filter((path) => !this.#isLeftOut(path))
  }

  /** Git lists files of the data folder if they were once committed. */
  #isLeftOut(path: string): boolean {
    return this.#leftOut !== undefined && isWithin(path, this.#leftOut)
  }

  #isUnsure(path: string): boolean {
    const stats = findStats(join(this.#root, path))
    if (!stats || this.#kept.has(path)) return false
    return stats.isDirectory() || !this.#known.has(path)
  }

  async #read(paths: readonly string[], git: GitNaming = GIT_ABSENT): Promise<Files> {
    const files: Files = new Map()
    const folders = new RealFolders(this.#root)
    for (const path of paths) {
      if (!folders.hold(path)) continue
      const [known, committed] = [this.#known.get(path), this.#committed.get(path)]
      const entry = readEntry({ root: this.#root, path, known, committed, git })
      this.#noteCommitted(path, entry?.file.hash)
      if (!entry) continue
      files.set(path, entry.file)
      if (entry.content) await this.#send(entry.file.hash, entry.content)
    }
    return files
  }

  /** The first name counts: it is that of the session's beginning. */
  #noteCommitted(path: string, now: Hash | null | undefined): void {
    const hash = this.#known.get(path)?.hash
    if (!hash?.startsWith('git:') || hash === now || this.#committed.has(path)) return
    this.#committed.set(path, hash)
  }

  #send(hash: Hash | null, content: Uint8Array): Promise<void> | undefined {
    if (!hash || this.#sent.has(hash)) return undefined
    this.#sent.add(hash)
    return this.#onContent(hash, content)
  }
}

/** Whether every folder above a path, below the root, is a real one: nothing is read through a link. */
class RealFolders {
  readonly #root: string
  readonly #known = new Map<string, boolean>()

  constructor(root: string) {
    this.#root = root
  }

  hold(path: string): boolean {
    const slash = path.lastIndexOf('/')
    return slash < 0 || this.#isReal(path.slice(0, slash))
  }

  #isReal(folder: string): boolean {
    const known = this.#known.get(folder)
    if (known !== undefined) return known
    const isReal = this.hold(folder) && findStats(join(this.#root, folder))?.isDirectory() === true
    this.#known.set(folder, isReal)
    return isReal
  }
}

/** Files that are listed, but have no entry of their own: their names are not UTF-8. */
function countUnnamed(root: string, listed: readonly string[], files: Files): number {
  const all = listed.filter((path) => path.includes('\uFFFD') && isNotUtf8(join(root, path)))
  return all.length - new Set(all.filter((path) => files.has(path))).size
}

/** What changed between two states of a project's files, by path. Pure. */
function compareFiles(
  before: ReadonlyMap<string, KnownFile>,
  after: ReadonlyMap<string, KnownFile>,
): readonly TreeChange[] {
  const changes: TreeChange[] = []
  for (const [path, file] of before) {
    const now = after.get(path)
    if (!now || !isSame(file, now)) changes.push(toChange(path, file, now))
  }
  for (const [path, file] of after) {
    if (!before.has(path)) changes.push(toChange(path, undefined, file))
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function isSame(before: KnownFile, after: KnownFile): boolean {
  const isOtherKind = (before.mode === LINK_MODE) !== (after.mode === LINK_MODE)
  if (isOtherKind && before.mode !== 0 && before.isLink !== null) return false
  if (before.hash || after.hash) return before.hash === after.hash
  return before.size === after.size && (!before.mark || !after.mark || before.mark === after.mark)
}

function toChange(path: string, before: KnownFile | undefined, after: KnownFile | undefined) {
  return { path, before: toContent(before), after: toContent(after) }
}

function toContent(file: KnownFile | undefined): FileContent | null {
  if (!file) return null
  const { hash, size, mode, isLink } = file
  if (isLink === null) return { hash, size, isLink }
  return { hash, size, ...(mode === LINK_MODE && { isLink: true }) }
}

function toKnownFile(content: FileContent, known: KnownFile | undefined): KnownFile {
  const { hash, size, isLink } = content
  return { hash, size, mode: modeOf(content, known), ...(isLink === null && { isLink }) }
}

function toTree(files: Files): Tree {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    sorted.map(([path, { hash, size, mode }]) => [path, { hash, size, mode }]),
  )
}

function parseTree(json: Uint8Array): Files {
  const tree = TreeSchema.parse(JSON.parse(Buffer.from(json).toString('utf8')))
  return new Map(Object.entries(tree))
}

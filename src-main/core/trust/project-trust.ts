import type { Startable } from '#shared/contract/procedures/trust.ts'
import { formatChangedFiles } from '#shared/format/format-changed-files.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { assert } from '#shared/lib/assert.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { findVariable } from '../processes/agent-environment.ts'
import type { Environment } from '../programs/program-environment.ts'
import { type Naming, toNaming } from '../project-files/startable-names.ts'
import { type Found, type FoundStartables, findStartables } from '../project-files/startables.ts'
import { Serial } from '../runtime/serial-queue.ts'
import { WorkerCalls } from '../runtime/worker-entry.ts'
import type { Store } from '../store/store.ts'
import type { TrustGrant } from '../store/tables/trust.ts'
import { findDataFolder } from '../workspace/paths/confinement.ts'
import type { StoredFiles } from './file-digests.ts'
import { findGitStartables, formatUntrustedGit } from './git-startables.ts'
import type {
  ChangedFiles,
  Comparison,
  TrustReply,
  TrustRequest,
  WatchedEntry,
} from './trust-protocol.ts'

interface ProjectTrustOptions {
  readonly store: Pick<Store, 'trust' | 'dataDir'>
  /** Entries refer to its variables. */
  readonly env: Environment
}

/** The folder that names startables: a project's, or that of a fork of a session. */
export interface TrustPlace {
  readonly projectId: ProjectId
  readonly root: string
}

/** A startable, and whether it may be started now. */
export interface Checked extends Omit<Startable, 'hash'> {
  /** Of its entry. */
  readonly entryHash: string
  /** Of its entry, the files that it names, and what changed since it was trusted. */
  readonly hash: string
  /** As its file has it. */
  readonly entry: unknown
}

export interface CheckedStartables extends Pick<FoundStartables, 'malformed'> {
  readonly startables: readonly Checked[]
}

type Kinds = ReadonlySet<Startable['kind']>

/**
 * Whether a person trusts an entry as it is. Its files may have changed: `ProjectTrust.check` says so. Cheap enough
 * for every change of a file.
 */
export function isEntryTrusted(
  trust: Store['trust'],
  projectId: ProjectId,
  { hash, watches }: Pick<Found, 'hash' | 'watches'>,
): boolean {
  if (trust.list(projectId, hash).length > 0) return true
  return watches === 'entry' && trust.hasOlder(projectId, hash)
}

/** Says what a person lets a project's files start, and compares the files with those of then. */
export class ProjectTrust implements AsyncDisposable {
  readonly #options: ProjectTrustOptions
  readonly #worker = new WorkerCalls<TrustRequest, TrustReply>({
    from: import.meta.url,
    name: 'trust',
  })
  /** A change removes recorded files that no grant has, which a check or another change may need. */
  readonly #serial = new Serial()
  /** Checks that haven't begun: others of the same are answered by them. */
  readonly #waiting = new Map<string, Promise<CheckedStartables>>()

  constructor(options: ProjectTrustOptions) {
    this.#options = options
  }

  /** As the function of this name, for the host's store. */
  isEntryTrusted(projectId: ProjectId, found: Pick<Found, 'hash' | 'watches'>): boolean {
    return isEntryTrusted(this.#options.store.trust, projectId, found)
  }

  /** Lists what the files of a folder would have started, of these kinds or all. */
  list(place: TrustPlace, kinds?: Kinds): Promise<CheckedStartables> {
    const key = JSON.stringify([place.projectId, place.root, kinds && [...kinds]])
    const waiting = this.#waiting.get(key)
    if (waiting) return waiting
    const listed = this.#serial.run(() => {
      this.#waiting.delete(key)
      return this.#list(place, kinds)
    })
    this.#waiting.set(key, listed)
    return listed
  }

  /** Throws `denied` with a sentence where the startable with this entry may not be started now. */
  async check(place: TrustPlace, kind: Startable['kind'], entryHash: string): Promise<void> {
    const { startables } = await this.list(place, new Set([kind]))
    const found = startables.find((one) => one.entryHash === entryHash)
    if (found?.isTrusted) return
    throw new AppError('denied', found?.reason ?? 'Nobody has trusted it.')
  }

  /** Throws `denied` with `isUntrusted` in its data and a sentence where a commit would run programs of the repository that nobody has trusted. */
  async checkGit(place: TrustPlace): Promise<void> {
    const sentence = await this.findUntrustedGit(place)
    if (sentence === undefined) return
    throw new AppError('denied', sentence, { data: { isUntrusted: true } })
  }

  /** Returns why a commit in this folder would be refused, as sentences; `undefined`: it wouldn't. */
  async findUntrustedGit(place: TrustPlace): Promise<string | undefined> {
    return formatUntrustedGit(await this.list(place, ONLY_GIT))
  }

  /**
   * Trusts startables as they and their files are now, by the hash of either the whole or the entry. Throws `conflict`
   * where one isn't there or changed since it was listed.
   */
  grant(place: TrustPlace, hashes: readonly string[]): Promise<void> {
    return this.#serial.run(() => this.#grant(place, hashes))
  }

  /** From everything, where no hashes are given. */
  withdraw(projectId: ProjectId, hashes: readonly string[] | undefined): Promise<void> {
    const entries = hashes?.map((hash) => hash.slice(0, ENTRY_HASH_CHARS))
    return this.#serial.run(() => this.#options.store.trust.withdraw(projectId, entries))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker[Symbol.asyncDispose]()
  }

  async #list(place: TrustPlace, kinds: Kinds | undefined): Promise<CheckedStartables> {
    const { startables: found, malformed } = await findAll(place.root, kinds)
    const grants = found.map(({ hash }) => this.#grantsOf(place, hash))
    const compared = await this.#compare(place, found, grants)
    const checked = found.map((one, index) =>
      this.#toChecked(place, one, grants[index] ?? [], compared[index]),
    )
    return { startables: checked, malformed }
  }

  /** That of the same folder first. */
  #grantsOf({ projectId, root }: TrustPlace, hash: string): readonly TrustGrant[] {
    const grants = this.#options.store.trust.list(projectId, hash)
    return grants.toSorted((a, b) => Number(b.root === root) - Number(a.root === root))
  }

  async #compare(
    { root }: TrustPlace,
    found: readonly Found[],
    grants: readonly (readonly TrustGrant[])[],
  ): Promise<readonly (Comparison | Problem)[]> {
    if (found.length === 0) return []
    const entries = found.map((one, index) => ({
      ...this.#toWatched(root, one),
      grants: (grants[index] ?? []).map((grant) => ({ ...grant, isHere: grant.root === root })),
    }))
    const folder = this.#folder(root)
    const ask = (files: readonly StoredFiles[]) =>
      this.#worker.call({ type: 'compare', ...folder, entries, files })
    try {
      let reply = await ask([])
      if (reply.type === 'missing') reply = await ask(this.#readFiles(reply.ids))
      if (reply.type === 'compared') return reply.entries
      return found.map(() => ({ problem: TOO_MANY }))
    } catch (error) {
      if (!AppError.is(error) || error.code === 'cancelled') throw error
      return found.map(() => ({ problem: error.message }))
    }
  }

  async #grant(place: TrustPlace, hashes: readonly string[]): Promise<void> {
    const { startables } = await this.#list(place, undefined)
    const chosen = startables.filter(
      ({ hash, entryHash }) => hashes.includes(hash) || hashes.includes(entryHash),
    )
    const known = new Set(chosen.flatMap(({ hash, entryHash }) => [hash, entryHash]))
    if (!hashes.every((hash) => known.has(hash))) throw changedSinceSeen()
    const { startables: found } = await findAll(place.root, undefined)
    const isChosen = new Set(chosen.map(({ entryHash }) => entryHash))
    await this.#record(
      place,
      found.filter(({ hash }) => isChosen.has(hash)),
    )
  }

  async #record({ projectId, root }: TrustPlace, found: readonly Found[]): Promise<void> {
    const entries = found.map((one) => this.#toWatched(root, one))
    const reply = await this.#worker.call({ type: 'record', ...this.#folder(root), entries })
    if (reply.type === 'too-many') throw new AppError('limit', TOO_MANY)
    assert(reply.type === 'recorded', 'the worker answers what it was asked')
    const files = new Map(reply.files.map(({ id, bytes }) => [id, bytes]))
    const grants = found.map(({ hash }, index) => ({ hash, ...reply.grants[index] }))
    await this.#options.store.trust.grant(projectId, root, grants, files)
  }

  #folder(root: string) {
    const dataFolder = findDataFolder(root, this.#options.store.dataDir)
    return { root, ...(dataFolder !== undefined && { dataFolder }) }
  }

  #toWatched(root: string, { naming, watches, files }: Found): WatchedEntry {
    const find = (name: string) => findVariable(this.#options.env, name)
    const names: Naming = toNaming(naming, { root, findVariable: find })
    return {
      naming: watches === 'entry' ? NAMES_NOTHING : names,
      watchesProject: watches === 'project',
      ...(files && { files }),
    }
  }

  #readFiles(ids: readonly string[]): readonly StoredFiles[] {
    return ids.map((id) => {
      const bytes = this.#options.store.trust.findFiles(id)
      assert(bytes, 'a grant has its recorded files')
      return { id, bytes }
    })
  }

  #toChecked(
    { projectId, root }: TrustPlace,
    { hash: entryHash, naming: _, files: __, ...found }: Found,
    grants: readonly TrustGrant[],
    compared: Comparison | Problem | undefined,
  ): Checked {
    const { trust } = this.#options.store
    const isGranted = this.isEntryTrusted(projectId, { hash: entryHash, watches: found.watches })
    const { seen = '', problem, ...rest }: Partial<Comparison & Problem> = compared ?? {}
    const changed = rest.changed && toShown(root, rest.changed)
    // Earlier versions asked for no trust in what git runs.
    const hasEarlierTrust = found.kind !== 'git' && trust.isOlder(projectId)
    const isOlder = grants.length === 0 && (trust.hasOlder(projectId, entryHash) || hasEarlierTrust)
    const reason = isGranted ? toReason(changed, problem) : isOlder ? OLDER : undefined
    return {
      ...found,
      entryHash,
      hash: entryHash + seen,
      isTrusted: isGranted && reason === undefined,
      ...(reason !== undefined && { reason }),
      ...(isGranted && changed && { changed: { files: [...changed.files], count: changed.count } }),
    }
  }
}

const GIT = 'git'
const ONLY_GIT: Kinds = new Set([GIT])
const NO_REPOSITORY = { file: '.git', error: 'Git finds no repository here.' }

async function findAll(root: string, kinds: Kinds | undefined): Promise<FoundStartables> {
  const wantsGit = kinds?.has(GIT) ?? true
  const [named, git] = await Promise.all([
    kinds === ONLY_GIT ? undefined : findStartables(root),
    wantsGit ? findGitStartables(root) : undefined,
  ])
  if (kinds === ONLY_GIT && !git) return { startables: [], malformed: [NO_REPOSITORY] }
  const found = [named, git].filter((one) => one !== undefined)
  const startables = found.flatMap((one) => one.startables)
  return {
    startables: startables.filter(({ kind }) => kinds?.has(kind) ?? true),
    malformed: found.flatMap((one) => one.malformed),
  }
}

interface Problem {
  readonly problem: string
}

/** How long the hash of an entry is, with which every hash of a startable begins. */
export const ENTRY_HASH_CHARS = 64
const NAMES_NOTHING: Naming = { texts: [], folders: [''], searched: [] }

const TOO_MANY =
  'The project has more than 250,000 files that aren’t ignored, more than Orrery compares with those that you trusted. Add folders that programs write to .gitignore, then trust it again.'

const OLDER =
  'Trust now also covers the files that it may load. Orrery hadn’t recorded them when you trusted this project, so trust it once more.'

/** Files in git's own folder are recorded by their absolute paths. */
function toShown(root: string, { files, count }: ChangedFiles): ChangedFiles {
  const start = `${root}/`
  return {
    files: files.map((file) => (file.startsWith(start) ? file.slice(start.length) : file)),
    count,
  }
}

function toReason(changed: ChangedFiles | undefined, problem: string | undefined) {
  return problem ?? (changed && formatChangedFiles(changed))
}

function changedSinceSeen(): AppError {
  return new AppError('conflict', 'It has changed since you saw it. Look at what it does now.')
}

import { constants, existsSync, lstatSync, realpathSync } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { findRelative } from '../../files/path-containment.ts'
import { READ_FILE } from '../../files/real-file.ts'
import {
  type AgentPath,
  denied,
  findTwin,
  findTwinSync,
  isWithin,
  toAgentPath,
  toPlace,
} from './agent-path.ts'
import { codeOf, isMissing, toFileError, toTooLong } from './file-errors.ts'

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants

/** Deeper folders have paths that are too long for most systems. */
const MAX_DEPTH = 256

/** Where a path really is: links that stay inside are followed, `relative` is below the root. */
interface Located {
  readonly absolute: string
  readonly relative: string
}

/** An open folder. Names in it cannot be led elsewhere, whatever happens to the path it was opened by. */
interface OpenFolder extends AsyncDisposable {
  readonly path: string
  at(name: string): string
}

/** How a folder and what is in it are called. */
export interface Naming {
  readonly whole: string
  readonly toPath: (relative: string) => AgentPath
}

export const PROJECT: Naming = { whole: 'the project', toPath: toAgentPath }

/** Keeps paths inside one folder. Every access to the project's files goes through it. */
export class Confinement {
  /** Without links. */
  readonly root: string
  /** What is said of a path below the root. */
  readonly naming: Naming
  /** Orrery's data folder, if it is below the root: nothing in it is read or changed. */
  readonly dataFolder: string | undefined

  constructor(root: string, naming: Naming = PROJECT, dataDir?: string) {
    this.root = realpathSync(root)
    this.naming = naming
    this.dataFolder = dataDir === undefined ? undefined : findBelow(this.root, dataDir)
  }

  /** Where a path below the root is now, or would be. Throws `denied` where that is outside. */
  async locate(relative: string): Promise<Located> {
    return this.#toLocated(await this.#resolve(relative, 0), relative)
  }

  locateSync(relative: string): Located {
    const missing: string[] = []
    let existing = join(this.root, relative)
    for (;;) {
      try {
        return this.#toLocated(joinSpelled(realpathSync(existing), missing), relative)
      } catch (error) {
        if (AppError.is(error)) throw error
        if (!isMissing(error)) throw toFileError(this.naming.toPath(relative), 'read', error)
        if (existing === this.root || isLink(existing)) throw this.#leadsOut(relative, error)
        missing.unshift(basename(existing))
        existing = dirname(existing)
      }
    }
  }

  /** Opens a file for reading; only a regular one. The caller closes it. */
  async openFile(relative: string): Promise<FileHandle> {
    const { absolute, relative: real } = await this.locate(relative)
    await using folder = await this.openFolder(parentOf(real))
    const file = await open(real === '' ? absolute : folder.at(basename(absolute)), READ_FILE)
    const stats = await file.stat()
    if (stats.isFile()) return file
    await file.close()
    const what = stats.isDirectory() ? 'a folder' : 'neither a file nor a folder'
    throw new AppError('unsupported', `${this.naming.toPath(relative)} is ${what}.`)
  }

  /** Opens a folder that `locate` named, making what is missing of it if asked to. */
  async openFolder(relative: string, options: { create?: boolean } = {}): Promise<OpenFolder> {
    if (this.#isOwnData(relative)) throw this.#refuseOwnData(relative)
    let folder = await this.#openChecked(this.root, this.root, relative)
    for (const name of relative.split('/').filter(Boolean)) {
      await using parent = folder
      if (options.create) await mkdir(parent.at(name)).catch(unlessExists)
      folder = await this.#openChecked(parent.at(name), join(parent.path, name), relative)
    }
    return folder
  }

  /**
   * A path below the root, with its last name spelled as on disk; links are not followed. Throws `denied`
   * for a folder that contains the data folder: what is spelled is moved or removed.
   */
  async spell(relative: string): Promise<string> {
    const { relative: folder } = await this.locate(parentOf(relative))
    const name = relative.slice(relative.lastIndexOf('/') + 1)
    const isThere = await lstat(join(this.root, folder, name)).catch(() => undefined)
    const twin = isThere ? undefined : await findTwin(join(this.root, folder), name)
    const spelled = folder === '' ? (twin ?? name) : `${folder}/${twin ?? name}`
    this.refuseDataFolder(spelled)
    return spelled
  }

  /** Throws `denied` for a path, links not followed, in the data folder, and for each folder around it. */
  refuseDataFolder(relative: string): void {
    const { dataFolder } = this
    const isAround = dataFolder !== undefined && isWithin(dataFolder, relative)
    if (isAround || this.#isOwnData(relative)) throw this.#refuseOwnData(relative)
  }

  /**
   * Returns the names of the files directly in a folder, links left out; none if a part of its path is a
   * link or no longer exists.
   */
  async fileNames(relative: string): Promise<ReadonlySet<string>> {
    try {
      await using folder = await this.openFolder(relative)
      const entries = await readdir(folder.at(''), { withFileTypes: true })
      return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name))
    } catch (error) {
      if (AppError.is(error) || codeOf(error) !== undefined) return new Set()
      throw error
    }
  }

  async #resolve(relative: string, depth: number): Promise<string> {
    const absolute = join(this.root, relative)
    try {
      return await realpath(absolute)
    } catch (error) {
      if (!isMissing(error)) throw toFileError(this.naming.toPath(relative), 'read', error)
      if (depth > MAX_DEPTH) throw toTooLong(this.naming.toPath(relative), error)
      if (relative === '') throw this.#leadsOut(relative, error)
      // A link that leads nowhere yet would lead somewhere once it is written to.
      if ((await lstat(absolute).catch(() => undefined))?.isSymbolicLink()) {
        throw this.#leadsOut(relative, error)
      }
      const parent = await this.#resolve(parentOf(relative), depth + 1)
      const twin = await findTwin(parent, basename(absolute))
      if (twin === undefined) return join(parent, basename(absolute))
      return await realpath(join(parent, twin)).catch((cause) => {
        throw this.#leadsOut(relative, cause)
      })
    }
  }

  #toLocated(absolute: string, asked: string): Located {
    const below = findRelative(this.root, absolute)
    if (below === undefined || join(this.root, below) !== absolute) throw this.#leadsOut(asked)
    const relative = below.split(sep).join('/')
    if (this.#isOwnData(relative)) throw this.#refuseOwnData(asked)
    return { absolute, relative }
  }

  #isOwnData(relative: string): boolean {
    return this.dataFolder !== undefined && isWithin(relative, this.dataFolder)
  }

  #refuseOwnData(relative: string): AppError {
    const path = this.naming.toPath(relative)
    return denied(`${path} holds Orrery’s own data, which no session reads or changes.`)
  }

  #leadsOut(relative: string, cause?: unknown): AppError {
    const { toPath, whole } = this.naming
    return denied(`${toPath(relative)} leads out of ${whole}, or nowhere.`, cause)
  }

  /** Linux names what is in an open folder by the folder itself; elsewhere its path has to do. */
  async #openChecked(at: string, path: string, asked: string): Promise<OpenFolder> {
    try {
      return process.platform === 'linux' ? await openByHandle(at, path) : await openByPath(path)
    } catch (error) {
      if (error === ELSEWHERE) throw this.#leadsOut(asked, error)
      const isFile = isLinkInstead(error) && (await lstat(at).catch(() => undefined))?.isFile()
      throw isLinkInstead(error) && !isFile ? this.#leadsOut(asked, error) : error
    }
  }
}

/** Returns the path of the data folder relative to a project's folder that contains it. */
export function findDataFolder(root: string, dataDir: string): string | undefined {
  return existsSync(root) ? findBelow(realpathSync(root), dataDir) : undefined
}

/** Returns the path of a folder relative to another that it is below; `undefined` if it isn't. */
export function findBelow(root: string, folder: string): string | undefined {
  const real = realpathSync(folder)
  const below = findRelative(root, real)
  return below && join(root, below) === real ? below.split(sep).join('/') : undefined
}

/** Names that aren't there as they are asked for may be there in another form. */
function joinSpelled(folder: string, names: readonly string[]): string {
  const [name, ...rest] = names
  if (name === undefined) return folder
  const twin = findTwinSync(folder, name)
  return twin === undefined
    ? join(folder, ...names)
    : joinSpelled(realpathSync(join(folder, twin)), rest)
}

function isLink(absolute: string): boolean {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  } catch (error) {
    // Where a part of the path is a file, there is no link.
    if (isMissing(error)) return false
    throw error
  }
}

export function parentOf(relative: string): string {
  return relative.slice(0, Math.max(0, relative.lastIndexOf('/')))
}

async function openByHandle(at: string, path: string): Promise<OpenFolder> {
  const handle = await open(at, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  return {
    path,
    at: (name) => join(`/proc/self/fd/${handle.fd}`, name),
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

const ELSEWHERE = new Error('The folder is elsewhere.')

async function openByPath(path: string): Promise<OpenFolder> {
  if ((await realpath(path)) !== path) throw ELSEWHERE
  return { path, at: (name) => join(path, name), [Symbol.asyncDispose]: async () => {} }
}

function isLinkInstead(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ELOOP' || code === 'ENOTDIR'
}

function unlessExists(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error
}

/**
 * Where a path really leads once links are followed, as agents see it; `undefined` where that is
 * nowhere, out of the project, or not on disk.
 */
export function placeOnDisk(root: string, path: string): string | undefined {
  return findPlace(root, path).place
}

/** What a path that an agent names comes to, before anything is done with it. */
export interface FoundPlace {
  /** As `placeOnDisk` has it. */
  readonly place?: string
  /** Why every file tool refuses it. */
  readonly refusal?: string
  /** It is kept by Orrery, and no file of this machine. */
  readonly isDocument: boolean
}

export function findPlace(root: string, path: string): FoundPlace {
  try {
    const place = toPlace(path)
    if (place.type !== 'project') return { isDocument: true }
    const inside = new Confinement(root)
    const below = relative(inside.root, inside.locateSync(place.relative).absolute)
    return { place: toAgentPath(below.split(sep).join('/')), isDocument: false }
  } catch (error) {
    if (AppError.is(error)) return { refusal: error.message, isDocument: false }
    throw error
  }
}

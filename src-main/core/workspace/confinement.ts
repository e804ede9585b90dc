import { constants, lstatSync, realpathSync } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative as relativeOf, sep } from 'node:path'
import { AppError } from '#shared/error.ts'
import { denied, toAgentPath } from './agent-path.ts'
import type { AgentPath } from './define.ts'

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants
/** A pipe or a link put in a file's place is not waited for, nor followed. */
const FILE = O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)

/** Where a path really is: links that stay inside are followed, `relative` is below the root. */
export interface Located {
  readonly absolute: string
  readonly relative: string
}

/** An open folder. Names in it cannot be led elsewhere, whatever happens to the path it was opened by. */
export interface OpenFolder extends AsyncDisposable {
  readonly path: string
  at(name: string): string
}

/** How a folder and what is in it are called. */
export interface Naming {
  readonly whole: string
  readonly toPath: (relative: string) => AgentPath
}

const PROJECT: Naming = { whole: 'the project', toPath: toAgentPath }

/** Keeps paths inside one folder. Every access to the project's files goes through it. */
export class Confinement {
  /** Without links. */
  readonly root: string
  /** What is said of a path below the root. */
  readonly naming: Naming

  constructor(root: string, naming: Naming = PROJECT) {
    this.root = realpathSync(root)
    this.naming = naming
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
        return this.#toLocated(join(realpathSync(existing), ...missing), relative)
      } catch (error) {
        if (AppError.is(error)) throw error
        if (existing === this.root || !isMissing(error) || isLink(existing)) {
          throw this.#leadsOut(relative, error)
        }
        missing.unshift(basename(existing))
        existing = dirname(existing)
      }
    }
  }

  /** Opens a file for reading; only a regular one. The caller closes it. */
  async openFile(relative: string): Promise<FileHandle> {
    const { absolute, relative: real } = await this.locate(relative)
    await using folder = await this.openFolder(parentOf(real))
    const file = await open(real === '' ? absolute : folder.at(basename(absolute)), FILE)
    const stats = await file.stat()
    if (stats.isFile()) return file
    await file.close()
    const what = stats.isDirectory() ? 'a folder' : 'neither a file nor a folder'
    throw new AppError('unsupported', `${this.naming.toPath(relative)} is ${what}.`)
  }

  /** Opens a folder that `locate` named, making what is missing of it if asked to. */
  async openFolder(relative: string, options: { create?: boolean } = {}): Promise<OpenFolder> {
    let folder = await this.#openChecked(this.root, this.root, relative)
    for (const name of relative.split('/').filter(Boolean)) {
      await using parent = folder
      if (options.create) await mkdir(parent.at(name)).catch(unlessExists)
      folder = await this.#openChecked(parent.at(name), join(parent.path, name), relative)
    }
    return folder
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
      if (!isMissing(error) || relative === '' || depth > 256) throw this.#leadsOut(relative, error)
      // A link that leads nowhere yet would lead somewhere once it is written to.
      if ((await lstat(absolute).catch(() => undefined))?.isSymbolicLink()) {
        throw this.#leadsOut(relative, error)
      }
      return join(await this.#resolve(parentOf(relative), depth + 1), basename(absolute))
    }
  }

  #toLocated(absolute: string, asked: string): Located {
    const below = relativeOf(this.root, absolute)
    const isInside =
      below !== '..' && !below.startsWith(`..${sep}`) && join(this.root, below) === absolute
    if (!isInside) throw this.#leadsOut(asked)
    return { absolute, relative: below.split(sep).join('/') }
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
      throw isLinkInstead(error) || error === ELSEWHERE ? this.#leadsOut(asked, error) : error
    }
  }
}

function isLink(absolute: string): boolean {
  return lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
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

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

export function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function isLinkInstead(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ELOOP' || code === 'ENOTDIR'
}

function unlessExists(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error
}

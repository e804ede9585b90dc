import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import {
  access,
  constants,
  type FileHandle,
  lstat,
  open,
  readdir,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { hashOf } from '../../runtime/ids.ts'
import { type AgentPath, denied, toAgentPath } from '../paths/agent-path.ts'
import { type Confinement, parentOf } from '../paths/confinement.ts'
import { isMissing, withFileErrors } from '../paths/file-errors.ts'

export interface FileStat {
  readonly path: AgentPath
  readonly isFolder: boolean
  /** In bytes; 0 for a folder. */
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number
}

/** Bytes of a file as they are now. `hash` is that of all of them, absent where they were not all read. */
export interface FileBytes {
  readonly bytes: Uint8Array
  readonly size: number
  readonly hash?: Hash
  readonly modifiedAt: number
}

const NEW_FILE_MODE = 0o666

/** The project's files on disk. Paths are below the root; nothing is logged here. */
export class DiskFiles {
  readonly #inside: Confinement

  constructor(inside: Confinement) {
    this.#inside = inside
  }

  async read(relative: string, maxBytes: number): Promise<FileBytes> {
    return withFileErrors(this.#inside.naming.toPath(relative), 'read', async () => {
      await using file = await this.#inside.openFile(relative)
      const { size, mtimeMs } = await file.stat()
      const isWhole = size <= maxBytes
      const bytes = isWhole ? await file.readFile() : await readBeginning(file, maxBytes)
      const hash = isWhole && { hash: hashOf(bytes) }
      return { bytes, size: isWhole ? bytes.length : size, modifiedAt: mtimeMs, ...hash }
    })
  }

  /** Fails if a file's permissions say that it isn't to be changed: replacing it would ignore them. */
  async refuseReadOnly(relative: string): Promise<void> {
    const path = this.#inside.naming.toPath(relative)
    await withFileErrors(path, 'write', async () => {
      await using folder = await this.#inside.openFolder(parentOf(relative))
      const target = folder.at(basename(relative))
      const stats = await findOwn(target)
      if (stats?.isFile() && !(await isWritable(target, stats))) {
        throw denied(`${path} is read-only. Make it writable before you change it.`)
      }
    })
  }

  /**
   * Puts a whole new content in the file's place at once; its mode and owner stay. Its other hard links
   * keep the old content: answers whether there are any.
   */
  async replace(relative: string, bytes: Uint8Array): Promise<boolean> {
    return withFileErrors(this.#inside.naming.toPath(relative), 'write', async () => {
      await using folder = await this.#inside.openFolder(parentOf(relative), { create: true })
      const target = folder.at(basename(relative))
      const existing = await findOwn(target)
      if (existing && !existing.isFile()) throw notAFile(relative)
      const draft = folder.at(`.${randomBytes(8).toString('hex')}.orrery`)
      try {
        await writeDraft(draft, bytes, existing)
        await rename(draft, target)
        return (existing?.nlink ?? 1) > 1
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    })
  }

  async remove(relative: string): Promise<void> {
    if (relative === '') throw denied('The project itself cannot be removed.')
    await withFileErrors(this.#inside.naming.toPath(relative), 'delete', async () => {
      await using folder = await this.#inside.openFolder(parentOf(relative))
      await rm(folder.at(basename(relative)), { recursive: true })
    })
  }

  async move(from: string, to: string): Promise<void> {
    if (from === '' || to === '') throw denied('The project itself cannot be moved.')
    await withFileErrors(this.#inside.naming.toPath(from), 'move', async () => {
      await using source = await this.#inside.openFolder(parentOf(from))
      await using target = await this.#inside.openFolder(parentOf(to), { create: true })
      if (await findOwn(target.at(basename(to)))) {
        throw new AppError('conflict', `There is something at ${toAgentPath(to)} already.`)
      }
      await rename(source.at(basename(from)), target.at(basename(to)))
    })
  }

  async stat(relative: string): Promise<FileStat | undefined> {
    const path = this.#inside.naming.toPath(relative)
    return withFileErrors(path, 'read', async () => {
      const { absolute } = await this.#inside.locate(relative)
      return toFileStat(path, await findThrough(absolute))
    })
  }

  async list(relative: string): Promise<readonly FileStat[]> {
    const { toPath } = this.#inside.naming
    return withFileErrors(toPath(relative), 'list', async () => {
      const { relative: real } = await this.#inside.locate(relative)
      await using folder = await this.#inside.openFolder(real)
      const names = (await readdir(folder.at(''))).sort()
      const stats = await Promise.all(
        names.map(async (name) =>
          toFileStat(toPath(join(relative, name)), await findOwn(folder.at(name))),
        ),
      )
      return stats.filter((one) => one !== undefined)
    })
  }

  /** Counts names in a folder that aren't UTF-8: no path leads to them. */
  async countUnlisted(relative: string): Promise<number> {
    return withFileErrors(this.#inside.naming.toPath(relative), 'list', async () => {
      const { relative: real } = await this.#inside.locate(relative)
      await using folder = await this.#inside.openFolder(real)
      const names = await readdir(folder.at(''), { encoding: 'buffer' })
      return names.filter((name) => !isUtf8(name)).length
    })
  }
}

/** A superuser may write everything: what the mode says counts, too. */
async function isWritable(path: string, { mode }: Stats): Promise<boolean> {
  if ((mode & 0o222) === 0) return false
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  )
}

function toFileStat(path: AgentPath, stats: Stats | undefined): FileStat | undefined {
  if (!stats) return undefined
  const isFolder = stats.isDirectory()
  const size = isFolder ? 0 : stats.size
  return { path, isFolder, size, modifiedAt: stats.mtimeMs }
}

async function readBeginning(file: FileHandle, bytes: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(bytes)
  const { bytesRead } = await file.read(buffer, 0, bytes, 0)
  return buffer.subarray(0, bytesRead)
}

async function writeDraft(draft: string, bytes: Uint8Array, existing: Stats | undefined) {
  await using file = await open(draft, 'wx', NEW_FILE_MODE)
  await file.writeFile(bytes)
  if (existing) {
    await keepOwner(file, existing)
    await file.chmod(existing.mode & 0o7777)
  }
  await file.sync()
}

async function keepOwner(file: FileHandle, { uid, gid }: Stats): Promise<void> {
  const own = await file.stat()
  if (own.uid === uid && own.gid === gid) return
  // Only a superuser may give files away: for others the new file is theirs.
  if (process.getuid?.() === 0) await file.chown(uid, gid)
}

async function findOwn(absolute: string): Promise<Stats | undefined> {
  return lstat(absolute).catch(ifMissing)
}

async function findThrough(absolute: string): Promise<Stats | undefined> {
  return stat(absolute).catch(ifMissing)
}

function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
  return undefined
}

function notAFile(relative: string): AppError {
  return new AppError('unsupported', `${toAgentPath(relative)} is not a file.`)
}

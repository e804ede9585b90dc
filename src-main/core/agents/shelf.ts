import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/error.ts'
import { Confinement, isMissing, type Naming } from '../workspace/confinement.ts'

/** A folder may hold anything, without measure: no more of it is looked at. */
const MAX_ENTRIES = 5000

export interface ShelfOptions {
  /** Nothing outside is read, by no link. Otherwise links are followed: it is the person's own. */
  readonly isConfined: boolean
  /** Of what is confined; the project unless given. */
  readonly naming?: Naming
}

/** Text, or why there is none. */
export type ReadText = { readonly text: string } | { readonly error: string }

export interface Wanted {
  readonly type: 'file' | 'folder'
  /** How its name ends. */
  readonly ending?: string
  readonly max: number
}

export interface Listing {
  /** In their order, without hidden ones. */
  readonly names: readonly string[]
  /** False: there are more than were wanted, or too much else. */
  readonly isAll: boolean
}

/**
 * A folder whose files somebody wrote for agents. Paths are below it, with `/` between their parts.
 * Nothing of it fails: what can't be read is answered with why.
 */
export class Shelf {
  readonly root: string
  readonly #isConfined: boolean
  readonly #naming: Naming | undefined

  constructor(root: string, { isConfined, naming }: ShelfOptions) {
    this.root = root
    this.#isConfined = isConfined
    this.#naming = naming
  }

  /** `undefined`: there is no such file. */
  async read(path: string, maxKb: number): Promise<ReadText | undefined> {
    try {
      await using file = await this.#open(path)
      return { text: await readText(file, maxKb) }
    } catch (error) {
      if (!isMissing(error)) return { error: whyNot(error) }
      const stats = await lstat(join(this.root, path)).catch(() => undefined)
      return stats?.isSymbolicLink() ? { error: 'It is a link that leads nowhere.' } : undefined
    }
  }

  /** `undefined`: there is no such folder. */
  async list(
    path: string,
    wanted: Wanted,
  ): Promise<Listing | { readonly error: string } | undefined> {
    try {
      if (!this.#isConfined) return await listNames(join(this.root, path), wanted)
      const inside = new Confinement(this.root, this.#naming)
      const located = await inside.locate(path)
      await using opened = await inside.openFolder(located.relative)
      return await listNames(opened.at(''), wanted)
    } catch (error) {
      return isMissing(error) ? undefined : { error: whyNot(error) }
    }
  }

  #open(path: string): Promise<FileHandle> {
    if (this.#isConfined) return new Confinement(this.root, this.#naming).openFile(path)
    // A pipe in a file's place is not waited for.
    return open(join(this.root, path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  }
}

async function listNames(folder: string, { type, ending = '', max }: Wanted): Promise<Listing> {
  const found: string[] = []
  let seen = 0
  for await (const entry of await opendir(folder)) {
    seen += 1
    if (seen > MAX_ENTRIES) break
    const isWanted = type === 'file' || entry.isDirectory() || entry.isSymbolicLink()
    const { name } = entry
    if (isWanted && name.endsWith(ending) && !name.startsWith('.')) found.push(name)
  }
  const names = found.toSorted().slice(0, max)
  return { names, isAll: seen <= MAX_ENTRIES && names.length === found.length }
}

async function readText(file: FileHandle, maxKb: number): Promise<string> {
  const stats = await file.stat()
  if (!stats.isFile()) throw new AppError('unsupported', 'It is not a file.')
  // One that grows while it is read is no more than this either.
  const bytes = Buffer.alloc(maxKb * 1024 + 1)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
  if (bytesRead > maxKb * 1024) {
    throw new AppError('invalid-input', `It is larger than ${maxKb} KB.`)
  }
  const content = bytes.subarray(0, bytesRead)
  if (!isUtf8(content) || content.includes(0)) {
    throw new AppError('invalid-input', 'It is not text.')
  }
  return content
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
}

function whyNot(error: unknown): string {
  if (AppError.is(error)) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'
  return `It can't be read (${code}).`
}

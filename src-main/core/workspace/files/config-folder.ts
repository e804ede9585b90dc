import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, opendir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { Confinement, type Naming } from '../paths/confinement.ts'
import { isMissing } from '../paths/file-errors.ts'

/** A folder may hold anything, without measure: no more of it is looked at. */
const MAX_ENTRIES = 5000

interface ConfigFolderOptions {
  /** Nothing outside is read, by no link. Otherwise links are followed: it is the person's own. */
  readonly isConfined: boolean
  /** Of what is confined; the project unless given. */
  readonly naming?: Naming
}

/** Text, or why there is none. */
export type ReadText = { readonly text: string } | { readonly error: string }

interface Wanted {
  readonly type: 'file' | 'folder'
  /** How its name ends. */
  readonly ending?: string
  readonly max: number
}

interface Listing {
  /** In their order, without hidden ones. */
  readonly names: readonly string[]
  /** False: there are more than were wanted, or too much else. */
  readonly isAll: boolean
}

/**
 * A folder with files that configure agents: instructions, rules, skills and definitions of subagents.
 * Paths are below it, with `/` between their parts. Errors are returned, not thrown.
 */
export class ConfigFolder {
  readonly root: string
  readonly #isConfined: boolean
  readonly #naming: Naming | undefined

  constructor(root: string, { isConfined, naming }: ConfigFolderOptions) {
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

  /** Lists the files in a folder and below it, as paths below the folder. `undefined` if it doesn't exist. */
  async listBelow(
    path: string,
    { ending, max }: Omit<Required<Wanted>, 'type'>,
  ): Promise<Listing | { readonly error: string } | undefined> {
    const files = await this.list(path, { type: 'file', ending, max })
    if (!files || 'error' in files) return files
    const below = new FilesBelow(this, path, { ending, max })
    await below.add('', files)
    return below.listing
  }

  #open(path: string): Promise<FileHandle> {
    if (this.#isConfined) return new Confinement(this.root, this.#naming).openFile(path)
    // A pipe in a file's place is not waited for.
    return open(join(this.root, path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  }
}

/** How many folders deep files are listed, and how many folders in all. */
const MAX_DEPTH = 5
const MAX_FOLDERS = 200

/** Collects the files below a folder. */
class FilesBelow {
  readonly #base: ConfigFolder
  readonly #path: string
  readonly #wanted: Omit<Required<Wanted>, 'type'>
  /** Real paths of the visited folders: a link may lead back up. */
  readonly #visited = new Set<string>()
  readonly #names: string[] = []
  #isAll = true

  constructor(base: ConfigFolder, path: string, wanted: Omit<Required<Wanted>, 'type'>) {
    this.#base = base
    this.#path = path
    this.#wanted = wanted
  }

  get listing(): Listing {
    const names = this.#names.toSorted().slice(0, this.#wanted.max)
    return { names, isAll: this.#isAll && names.length === this.#names.length }
  }

  /** `below` is '' or ends with a slash. */
  async add(below: string, files: Listing): Promise<void> {
    this.#names.push(...files.names.map((name) => `${below}${name}`))
    this.#isAll &&= files.isAll
    const path = `${this.#path}/${below}`
    this.#visited.add(await realpath(join(this.#base.root, path)))
    const folders = await this.#base.list(path, { type: 'folder', max: MAX_FOLDERS })
    if (!folders || 'error' in folders) return
    this.#isAll &&= folders.isAll
    for (const name of folders.names) await this.#visit(`${below}${name}`)
  }

  async #visit(below: string): Promise<void> {
    const { ending, max } = this.#wanted
    const path = `${this.#path}/${below}`
    // A folder that is named like a file is reported as a file that can't be read.
    if (below.endsWith(ending)) return
    const real = await realpath(join(this.#base.root, path)).catch(() => path)
    if (this.#visited.has(real)) return
    if (this.#visited.size >= MAX_FOLDERS || below.split('/').length > MAX_DEPTH) {
      this.#isAll = false
      return
    }
    const files = await this.#base.list(path, { type: 'file', ending, max })
    if (files && !('error' in files)) await this.add(`${below}/`, files)
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

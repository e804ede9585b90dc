import { createHash } from 'node:crypto'
import { fstatSync, readlinkSync, readSync, type Stats } from 'node:fs'
import { resolve } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { z } from 'zod'
import { openRealFile } from '../files/real-file.ts'
import { findStats, markOf } from '../workspace/tree/read-entry.ts'

/** A file's content as it was at some time. */
interface FileDigest {
  readonly digest: string
  /** The same as long as the file is; absent where that isn't sure. */
  readonly mark?: string
}

const CHUNK_BYTES = 1024 * 1024

/** Larger files are told apart by their size and times: reading them takes too long. */
const MAX_READ_BYTES = 64 * 1024 * 1024

/** Digests of files, by their path below a folder or their absolute path. A file is read again only where its size or times changed. */
export class FileDigests {
  readonly #root: string
  readonly #known = new Map<string, FileDigest>()
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES)

  constructor(root: string) {
    this.#root = root
  }

  /** Takes over digests that were found earlier in the same folder. */
  learn(files: ReadonlyMap<string, FileDigest>): void {
    for (const [path, file] of files) {
      if (file.mark !== undefined && !this.#known.has(path)) this.#known.set(path, file)
    }
  }

  /** `undefined`: there is no such file. Links aren't followed. Holds the thread. */
  find(path: string): FileDigest | undefined {
    const stats = findStats(resolve(this.#root, path))
    if (!stats || stats.isDirectory()) return undefined
    const mark = shorten(markOf(stats))
    const known = this.#known.get(path)
    if (known && mark !== undefined && known.mark === mark) return known
    const found = { digest: this.#read(path, stats), ...(mark !== undefined && { mark }) }
    this.#known.set(path, found)
    return found
  }

  #read(path: string, stats: Stats): string {
    const absolute = resolve(this.#root, path)
    if (stats.isSymbolicLink()) return digestOf('link', readTarget(absolute))
    if (!stats.isFile() || stats.size > MAX_READ_BYTES) return digestOf('other', describe(stats))
    using file = openRealFile(absolute)
    if (!file || !fstatSync(file.fd).isFile()) return digestOf('unreadable', describe(stats))
    const hash = createHash('sha256')
    for (;;) {
      const count = readSync(file.fd, this.#chunk)
      if (count === 0) return hash.digest('base64')
      hash.update(this.#chunk.subarray(0, count))
    }
  }
}

function readTarget(absolute: string): string {
  try {
    return readlinkSync(absolute)
  } catch {
    return ''
  }
}

function describe({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return [size, mtimeMs, ctimeMs, ino].join(':')
}

function digestOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64')
}

/** A mark for each of 100,000 files is stored. */
function shorten(mark: string | undefined): string | undefined {
  return mark && createHash('sha256').update(mark).digest('base64').slice(0, 16)
}

/** Files by path, as of a moment. */
export type Files = ReadonlyMap<string, FileDigest>

/** Files as they are stored. */
export interface StoredFiles {
  readonly id: string
  readonly bytes: Uint8Array
}

const Entries = z.array(z.tuple([z.string(), z.string(), z.string()]))
const FAST = 1

export function encodeFiles(files: Files): StoredFiles {
  const entries: z.infer<typeof Entries> = [...files].map(([path, { digest, mark = '' }]) => [
    path,
    digest,
    mark,
  ])
  const bytes = deflateSync(JSON.stringify(entries), { level: FAST })
  return { id: createHash('sha256').update(bytes).digest('hex'), bytes }
}

export function decodeFiles(bytes: Uint8Array): Files {
  const entries = Entries.parse(JSON.parse(inflateSync(bytes).toString('utf8')))
  return new Map(
    entries.map(([path, digest, mark]) => [path, { digest, ...(mark !== '' && { mark }) }]),
  )
}

/** Paths of files that were changed, added or removed, sorted. */
export function findChanged(before: Files, after: Files): readonly string[] {
  const changed = [...before].flatMap(([path, { digest }]) =>
    after.get(path)?.digest === digest ? [] : [path],
  )
  const added = [...after.keys()].filter((path) => !before.has(path))
  return [...changed, ...added].sort()
}

import { AppError } from '#shared/error.ts'
import { Confinement } from '../workspace/confinement.ts'
import { DiskFiles } from '../workspace/disk-files.ts'
import { Serial } from '../workspace/serial.ts'
import { findText } from '../workspace/text-format.ts'
import { countEndings, isNoCode } from './endings.ts'
import type { FileFacts } from './facts.ts'
import { findLanguage } from './languages/index.ts'
import type { Grammars } from './load-languages.ts'
import { isConfiguration } from './project-configuration.ts'
import { type Scan, type Stamp, scanFiles } from './scan-files.ts'
import { isSchema, readSchema } from './text-facts.ts'

const MAX_FILE_BYTES = 1024 * 1024
/** More than this are not kept in memory. */
const MAX_FILES = 30_000

/** How far an index has come. */
export interface Progress {
  /** Files that could not be read as what they are called. */
  readonly unread: readonly string[]
  /** Files of languages that it does not know, by their ending. */
  readonly unknown: Readonly<Record<string, number>>
  /** Files that are still to be read. */
  readonly pending: number
  /** Files that are not read, because there are too many. */
  readonly left: number
}

function isUnknown(path: string): boolean {
  return !isNoCode(path) && !findLanguage(path) && !isSchema(path)
}

interface Entry {
  readonly stamp: Stamp
  /** `undefined`: it could not be read. */
  readonly facts?: FileFacts
}

/** What the files of one folder say by their syntax, read again where they have changed. */
export class FileIndex {
  readonly #files: DiskFiles
  readonly #root: string
  readonly #grammars: Grammars
  readonly #serial = new Serial()
  readonly #entries = new Map<string, Entry>()
  readonly #configurations = new Map<string, { readonly stamp: Stamp; readonly text: string }>()
  #version = 0

  constructor(root: string, grammars: Grammars) {
    this.#root = root
    this.#files = new DiskFiles(new Confinement(root))
    this.#grammars = grammars
  }

  /** Another one whenever anything has changed. */
  get version(): number {
    return this.#version
  }

  /** By path. */
  facts(): ReadonlyMap<string, FileFacts> {
    const known = [...this.#entries].flatMap(([path, { facts }]) =>
      facts ? [[path, facts] as const] : [],
    )
    return new Map(known.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The texts that say how files name each other, by path. */
  configurations(): ReadonlyMap<string, string> {
    return new Map([...this.#configurations].map(([path, { text }]) => [path, text]))
  }

  /** Brings it up to what is on disk, as far as that is done in this time. */
  refresh(forMs: number, signal: AbortSignal): Promise<Progress> {
    return this.#serial.run(async () => {
      const until = performance.now() + forMs
      const scan = await scanFiles(this.#root, signal)
      this.#forget(scan)
      await this.#readConfigurations(scan)
      const readable = [...scan].filter(([path]) => findLanguage(path) || isSchema(path))
      const wanted = readable.slice(0, MAX_FILES)
      const stale = wanted.filter(([path, stamp]) => this.#entries.get(path)?.stamp !== stamp)
      let read = 0
      for (const [path, stamp] of stale) {
        if (performance.now() > until) break
        signal.throwIfAborted()
        await this.#read(path, stamp)
        read += 1
      }
      return {
        unread: wanted.flatMap(([path]) => (this.#isUnread(path) ? [path] : [])),
        unknown: countEndings([...scan.keys()].filter(isUnknown)),
        pending: stale.length - read,
        left: readable.length - wanted.length,
      }
    })
  }

  #isUnread(path: string): boolean {
    const entry = this.#entries.get(path)
    return entry !== undefined && entry.facts === undefined
  }

  #forget(scan: Scan): void {
    for (const known of [this.#entries, this.#configurations]) {
      for (const path of known.keys()) {
        if (scan.has(path)) continue
        known.delete(path)
        this.#version += 1
      }
    }
  }

  async #read(path: string, stamp: Stamp): Promise<void> {
    const text = await this.#readText(path)
    const language = findLanguage(path)
    const facts = text === undefined || !language ? undefined : this.#grammars.read(language, text)
    const read = isSchema(path) && text !== undefined ? readSchema(path, text) : await facts
    this.#entries.set(path, { stamp, ...(read && { facts: read }) })
    this.#version += 1
  }

  async #readConfigurations(scan: Scan): Promise<void> {
    for (const [path, stamp] of scan) {
      if (!isConfiguration(path) || this.#configurations.get(path)?.stamp === stamp) continue
      const text = (await this.#readText(path)) ?? ''
      this.#configurations.set(path, { stamp, text })
      this.#version += 1
    }
  }

  /** `undefined`: it is too large, not text, or gone. */
  async #readText(path: string): Promise<string | undefined> {
    try {
      const { bytes, size } = await this.#files.read(path, MAX_FILE_BYTES)
      if (size > bytes.byteLength) return undefined
      return (await findText(bytes))?.text
    } catch (error) {
      if (AppError.is(error)) return undefined
      throw error
    }
  }
}

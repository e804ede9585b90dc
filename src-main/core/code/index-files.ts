import { createRequire } from 'node:module'
import { extname, posix } from 'node:path'
import type { Parser, Query } from 'web-tree-sitter'
import { AppError } from '#shared/lib/app-error.ts'
import { Serial } from '../runtime/serial-queue.ts'
import { DiskFiles } from '../workspace/files/disk-files.ts'
import { findText } from '../workspace/files/text-format.ts'
import { Confinement } from '../workspace/paths/confinement.ts'
import type { FileFacts, SymbolFact } from './facts/code-facts.ts'
import type { Language } from './languages/define.ts'
import { findLanguage } from './languages/index.ts'
import { readFacts } from './read-facts.ts'
import { countEndings, isNoCode, type Scan, type Stamp, scanFiles } from './scan-files.ts'

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

function isUnknown(path: string): boolean {
  return !isNoCode(path) && !findLanguage(path) && !isSchema(path)
}

const MAX_SYMBOLS = 2_000
const NO_SCHEMA = { language: '', definition: /(?!)/gu }

const TABLES: Readonly<Record<string, { readonly language: string; readonly definition: RegExp }>> =
  {
    '.sql': {
      language: 'SQL',
      definition:
        /^[ \t]*create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:table|view)\s+(?:if\s+not\s+exists\s+)?[`"[]?([\w.]+)/gimu,
    },
    '.prisma': { language: 'Prisma', definition: /^[ \t]*(?:model|type)\s+(\w+)\s*\{/gmu },
    '.graphql': {
      language: 'GraphQL',
      definition: /^[ \t]*(?:extend\s+)?(?:type|input|interface)\s+(\w+)/gmu,
    },
    '.proto': { language: 'Protocol Buffers', definition: /^[ \t]*message\s+(\w+)\s*\{/gmu },
  }

/** Whether a file is read line by line, as it is of a language that only says what data looks like. */
export function isSchema(path: string): boolean {
  return Object.hasOwn(TABLES, extname(path).toLowerCase())
}

/** What such a file defines. */
export function readSchema(path: string, text: string): FileFacts {
  const { language, definition } = TABLES[extname(path).toLowerCase()] ?? NO_SCHEMA
  const lines = text.split('\n')
  const symbols = [...text.matchAll(definition)].slice(0, MAX_SYMBOLS).map((match): SymbolFact => {
    const before = text.slice(0, match.index + match[0].length)
    const line = before.split('\n').length
    const signature = (lines[line - 1] ?? '')
      .trim()
      .replace(/(?<!\s)\s*[({]$/u, '')
      .slice(0, 200)
    const place = { line, endLine: line, container: '' }
    return { name: match[1] ?? '', kind: 'table', ...place, signature, marks: [] }
  })
  const count = lines.length - (text.endsWith('\n') ? 1 : 0)
  return { language, lines: count, symbols, imports: [], calls: [], notes: [] }
}

const CONFIGURATION_NAMES =
  /^(?:package\.json|[jt]sconfig(?:\.[\w-]+)?\.json|go\.mod|Cargo\.toml|pyproject\.toml|composer\.json)$/u

/** Whether a file says how files of the project name each other, or where the project begins. */
export function isConfiguration(path: string): boolean {
  return CONFIGURATION_NAMES.test(posix.basename(path))
}

/** What a file that is made to be hard to read may cost, in the parser's own steps. */
const MAX_STEPS = 20_000

interface Reader {
  readonly parser: Parser
  readonly query: Query
}

/** Grammars, each loaded when the first file of its language is read. */
export class Grammars {
  readonly #readers = new Map<string, Promise<Reader>>()

  /** `undefined`: its text could not be read as that language. */
  async read(language: Language, text: string): Promise<FileFacts | undefined> {
    const { parser, query } = await this.#reader(language)
    let steps = 0
    // What it returns stops the parsing, though its type does not say so.
    const tree = parser.parse(text, null, { progressCallback: () => ++steps > MAX_STEPS })
    if (!tree) {
      parser.reset()
      return undefined
    }
    try {
      return readFacts(tree.rootNode, query, language, text)
    } finally {
      tree.delete()
    }
  }

  #reader(language: Language): Promise<Reader> {
    const known = this.#readers.get(language.grammar)
    if (known) return known
    const reader = load(language)
    this.#readers.set(language.grammar, reader)
    return reader
  }
}

async function load({ grammar, query }: Language): Promise<Reader> {
  const { Parser, Language, Query } = await import('web-tree-sitter')
  await Parser.init()
  const path = createRequire(import.meta.url).resolve(
    `@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`,
  )
  const language = await Language.load(path)
  return { parser: new Parser().setLanguage(language), query: new Query(language, query) }
}

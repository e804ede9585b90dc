import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decode, type SourceMapMappings, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import { z } from 'zod'
import type { Location, ScriptParsed } from './protocol.ts'

interface Script {
  readonly url: string
  /** On disk; `undefined`: it is no file. */
  readonly path: string | undefined
  map?: SourceMap
}

/** Lines are counted from 1. */
interface Place {
  readonly path?: string
  /** What to call it where it is no file. */
  readonly name: string
  readonly line: number
  readonly column: number
}

/** A script that was compiled from sources of its own. */
export interface Compiled {
  readonly url: string
  readonly map: SourceMap
}

/** A program may call its scripts what it likes: as files that can't be here, too. */
function findPath(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined
  try {
    return fileURLToPath(url)
  } catch {
    return undefined
  }
}

/** The scripts that a program has loaded so far, and what they were compiled from. */
export class Scripts {
  readonly #scripts = new Map<string, Script>()
  readonly #onCompiled: (compiled: Compiled) => Promise<void>
  #settled: Promise<unknown> = Promise.resolve()

  /** Called for each that says what it was compiled from, once that was read. */
  constructor(onCompiled: (compiled: Compiled) => Promise<void>) {
    this.#onCompiled = onCompiled
  }

  add({ scriptId, url, sourceMapURL }: ScriptParsed): void {
    const path = findPath(url)
    const script: Script = { url, path }
    this.#scripts.set(scriptId, script)
    if (path && sourceMapURL) this.#settled = this.#load(script, sourceMapURL, this.#settled)
  }

  /** Resolves once all that was read of those that are loaded by now. */
  async settled(): Promise<void> {
    await this.#settled
  }

  async #load(script: Script, sourceMapUrl: string, before: Promise<unknown>): Promise<void> {
    const map = await loadSourceMap(sourceMapUrl, script.path ?? '')
    await before
    if (!map) return
    script.map = map
    await this.#onCompiled({ url: script.url, map })
  }

  get compiled(): readonly Compiled[] {
    return [...this.#scripts.values()].flatMap(({ url, map }) => (map ? [{ url, map }] : []))
  }

  urlOf(scriptId: string): string {
    return this.#scripts.get(scriptId)?.url ?? ''
  }

  /** Where a position is in what a person wrote. */
  toPlace({ scriptId, lineNumber, columnNumber }: Location): Place {
    const script = this.#scripts.get(scriptId)
    const original = script?.map?.toOriginal({ line: lineNumber, column: columnNumber })
    if (original) {
      const { path, line, column } = original
      return { path, name: path, line: line + 1, column: column + 1 }
    }
    const at = { line: lineNumber + 1, column: columnNumber + 1 }
    const name = script?.url || 'code without a file'
    return { name, ...at, ...(script?.path && { path: script.path }) }
  }
}

const RawMap = z.object({
  version: z.literal(3),
  sourceRoot: z.string().nullish(),
  sources: z.array(z.string().nullable()),
  mappings: z.string(),
})

/** Lines and columns are counted from 0. */
interface Position {
  readonly line: number
  readonly column: number
}

/** Of a compiled column: the index of its source, and its line and column there. */
type Mapping = Exclude<SourceMapSegment, [number]>

const MAX_BYTES = 50 * 1024 * 1024

/** Where the lines of a compiled file come from. */
export class SourceMap {
  /** As absolute paths, or as the map names what is no file. */
  readonly sources: readonly string[]
  /** By line, sorted by column. */
  readonly #lines: SourceMapMappings

  constructor(json: unknown, file: string) {
    const { sources, sourceRoot, mappings } = RawMap.parse(json)
    this.sources = sources.map((source) => toPath(source ?? '', sourceRoot ?? '', file))
    this.#lines = decode(mappings)
  }

  /** What a position comes from; `undefined`: from no source. */
  toOriginal(at: Position): (Position & { readonly path: string }) | undefined {
    const segments = this.#lines[at.line] ?? []
    const before = segments.findLast((one): one is Mapping => isMapping(one) && one[0] <= at.column)
    const [, source, line, column] = before ?? segments.find(isMapping) ?? []
    const path = source === undefined ? undefined : this.sources[source]
    return path === undefined ? undefined : { path, line: line ?? 0, column: column ?? 0 }
  }

  /** Where a line of a source begins in the compiled file; that of the next one that is there at all. */
  toCompiled(path: string, line: number): Position | undefined {
    const wanted = this.sources.indexOf(path)
    let nearest = Number.POSITIVE_INFINITY
    let found: Position | undefined
    for (const [compiledLine, segments] of this.#lines.entries()) {
      for (const [column, source, original = -1] of segments) {
        if (source !== wanted || original < line || original >= nearest) continue
        nearest = original
        found = { line: compiledLine, column }
      }
    }
    return found
  }
}

/** Whether a segment has a source: some columns are the compiler's own. */
function isMapping(segment: SourceMapSegment): segment is Mapping {
  return segment.length > 1
}

/** The map that a script names, from its text or a file; `undefined` where it can't be had. */
export async function loadSourceMap(url: string, script: string): Promise<SourceMap | undefined> {
  try {
    return new SourceMap(JSON.parse(await readMap(url, script)), script)
  } catch {
    // A program whose map is missing or malformed is debugged as it is.
    return undefined
  }
}

async function readMap(url: string, script: string): Promise<string> {
  const inline = /^data:[^,]*?(;base64)?,(.*)$/su.exec(url)
  if (inline) {
    const [, base64, body = ''] = inline
    return base64 ? Buffer.from(body, 'base64').toString('utf8') : decodeURIComponent(body)
  }
  const path = url.startsWith('file:') ? fileURLToPath(url) : decodeURIComponent(url)
  return readMapFile(resolve(dirname(script), path), MAX_BYTES)
}

/** What a script names may be anything: a device has no end. */
export async function readMapFile(file: string, maxBytes: number): Promise<string> {
  const found = await stat(file)
  if (!found.isFile() || found.size > maxBytes) throw new Error('It is no file of that size.')
  return readFile(file, 'utf8')
}

function toPath(source: string, root: string, file: string): string {
  if (source.startsWith('file:')) return fileURLToPath(source)
  if (/^\w+:/u.test(source)) return source
  return resolve(dirname(file), root, source)
}

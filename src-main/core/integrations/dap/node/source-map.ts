import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const RawMap = z.object({
  version: z.literal(3),
  sourceRoot: z.string().nullish(),
  sources: z.array(z.string().nullable()),
  mappings: z.string(),
})

/** Lines and columns are counted from 0. */
export interface Position {
  readonly line: number
  readonly column: number
}

interface Mapping extends Position {
  readonly source: number
  readonly originalLine: number
  readonly originalColumn: number
}

const MAX_BYTES = 50 * 1024 * 1024

/** Where the lines of a compiled file come from. */
export class SourceMap {
  /** As absolute paths, or as the map names what is no file. */
  readonly sources: readonly string[]
  /** By line and column. */
  readonly #mappings: readonly Mapping[]

  constructor(json: unknown, file: string) {
    const { sources, sourceRoot, mappings } = RawMap.parse(json)
    this.sources = sources.map((source) => toPath(source ?? '', sourceRoot ?? '', file))
    this.#mappings = decode(mappings)
  }

  /** What a position comes from; `undefined`: from no source. */
  toOriginal(at: Position): (Position & { readonly path: string }) | undefined {
    const found = this.#mappings.findLast(
      ({ line, column }) => line === at.line && column <= at.column,
    )
    const first = found ?? this.#mappings.find(({ line }) => line === at.line)
    const path = first && this.sources[first.source]
    if (path === undefined) return undefined
    return { path, line: first?.originalLine ?? 0, column: first?.originalColumn ?? 0 }
  }

  /** Where a line of a source begins in the compiled file; that of the next one that is there at all. */
  toCompiled(path: string, line: number): Position | undefined {
    const source = this.sources.indexOf(path)
    let next: Mapping | undefined
    for (const one of this.#mappings) {
      if (one.source !== source || one.originalLine < line) continue
      if (!next || one.originalLine < next.originalLine) next = one
    }
    return next
  }
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

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES: ReadonlyMap<string, number> = new Map(
  [...DIGITS].map((digit, index) => [digit, index]),
)

function decode(mappings: string): readonly Mapping[] {
  const found: Mapping[] = []
  let [source, originalLine, originalColumn] = [0, 0, 0]
  for (const [line, segments] of mappings.split(';').entries()) {
    let column = 0
    for (const segment of segments.split(',').filter((text) => text !== '')) {
      const [columns = 0, sources, lines = 0, originalColumns = 0] = decodeNumbers(segment)
      column += columns
      if (sources === undefined) continue
      source += sources
      originalLine += lines
      originalColumn += originalColumns
      found.push({ line, column, source, originalLine, originalColumn })
    }
  }
  return found
}

/** Numbers of six bits a digit, of which the first bit says whether there are more. */
function decodeNumbers(segment: string): readonly number[] {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (const digit of segment) {
    const bits = VALUES.get(digit) ?? 0
    value += (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    ;[value, shift] = [0, 0]
  }
  return numbers
}

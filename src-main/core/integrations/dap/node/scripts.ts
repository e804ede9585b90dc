import { fileURLToPath } from 'node:url'
import type { Location, ScriptParsed } from './protocol.ts'
import { loadSourceMap, type SourceMap } from './source-map.ts'

interface Script {
  readonly url: string
  /** On disk; `undefined`: it is no file. */
  readonly path: string | undefined
  map?: SourceMap
}

/** Lines are counted from 1. */
export interface Place {
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
export function findPath(url: string): string | undefined {
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

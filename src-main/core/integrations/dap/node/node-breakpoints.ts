import { glob, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DebugProtocol } from '@vscode/debugprotocol'
import type { Inspector } from './inspector.ts'
import { BreakpointResolved, BreakpointSet, type Location } from './protocol.ts'
import { type Compiled, readMapFile, type Scripts, SourceMap } from './scripts.ts'

interface Asked {
  readonly id: number
  readonly path: string
  readonly line: number
  readonly condition: string | undefined
  /** What the engine calls it, wherever it was set. */
  readonly engineIds: string[]
  /** Where that is. */
  readonly places: Set<string>
  /** As it stands in what a person wrote. */
  found?: number
}

interface NodeBreakpointsOptions {
  readonly inspector: Inspector
  readonly scripts: Scripts
  /** Where compiled files are looked for that are not loaded yet. */
  readonly root: string
  readonly onDidChange: (breakpoint: DebugProtocol.Breakpoint) => void
}

/** Breakpoints by file, set where the engine knows the file, and where it knows what it was compiled to. */
export class NodeBreakpoints {
  readonly #options: NodeBreakpointsOptions
  readonly #byPath = new Map<string, Asked[]>()
  readonly #expected: ExpectedScripts
  #last = 0

  constructor(options: NodeBreakpointsOptions) {
    this.#options = options
    this.#expected = new ExpectedScripts(options.root)
  }

  /** In place of those that the file had. */
  async set(
    path: string,
    asked: readonly { readonly line: number; readonly condition?: string | undefined }[],
  ): Promise<readonly DebugProtocol.Breakpoint[]> {
    const { inspector, scripts } = this.#options
    for (const { engineIds } of this.#byPath.get(path) ?? []) {
      for (const breakpointId of engineIds) {
        await inspector.send('Debugger.removeBreakpoint', { breakpointId })
      }
    }
    const mine = asked.map(({ line, condition }): Asked => {
      this.#last += 1
      return { id: this.#last, path, line, condition, engineIds: [], places: new Set() }
    })
    this.#byPath.set(path, mine)
    for (const one of mine) {
      await this.#setAt(one, { url: pathToFileURL(path).href, line: one.line - 1, column: 0 })
      const expected = await this.#expected.find(path)
      for (const compiled of [...scripts.compiled, ...expected]) await this.#setIn(one, compiled)
    }
    return mine.map(toBreakpoint)
  }

  /** A script was loaded whose sources may have breakpoints. */
  async setAllIn(compiled: Compiled): Promise<void> {
    const all = [...this.#byPath.values()].flat()
    for (const one of all) {
      if (await this.#setIn(one, compiled)) this.#options.onDidChange(toBreakpoint(one))
    }
  }

  resolved(params: unknown): void {
    const { breakpointId, location } = BreakpointResolved.parse(params)
    const all = [...this.#byPath.values()].flat()
    const one = all.find(({ engineIds }) => engineIds.includes(breakpointId))
    if (!one) return
    this.#find(one, location)
    this.#options.onDidChange(toBreakpoint(one))
  }

  async #setIn(one: Asked, { url, map }: Compiled): Promise<boolean> {
    const at = map.toCompiled(one.path, one.line - 1)
    return at !== undefined && this.#setAt(one, { url, ...at })
  }

  /** Whether it is at a place of a script that is loaded. */
  async #setAt(
    one: Asked,
    { url, line, column }: { readonly url: string; readonly line: number; readonly column: number },
  ): Promise<boolean> {
    const key = `${url}:${line}:${column}`
    if (one.places.has(key)) return false
    one.places.add(key)
    const answered = await this.#options.inspector.send('Debugger.setBreakpointByUrl', {
      url,
      lineNumber: line,
      ...(column > 0 && { columnNumber: column }),
      ...(one.condition && { condition: one.condition }),
    })
    const { breakpointId, locations } = BreakpointSet.parse(answered)
    one.engineIds.push(breakpointId)
    const [location] = locations
    if (location) this.#find(one, location)
    return location !== undefined
  }

  #find(one: Asked, location: Location): void {
    const place = this.#options.scripts.toPlace(location)
    if (place.path === one.path) one.found = place.line
  }
}

function toBreakpoint({ id, line, found }: Asked): DebugProtocol.Breakpoint {
  return { id, verified: found !== undefined, line: found ?? line }
}

const MAX_MAPS = 1000
const MAX_BYTES = 10 * 1024 * 1024
/** Of all maps: decoded, each takes many times its size. */
const MAX_ALL_BYTES = 50 * 1024 * 1024
/** These run as they are. */
const RUNS: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs'])

/**
 * The scripts that sources of a project were compiled to, by the maps that lie beside them: modules of
 * CommonJS run before it could be asked what they were compiled from.
 */
class ExpectedScripts {
  readonly #root: string
  #all: Promise<readonly Compiled[]> | undefined

  constructor(root: string) {
    this.#root = root
  }

  async find(source: string): Promise<readonly Compiled[]> {
    if (RUNS.has(extname(source))) return []
    this.#all ??= this.#read()
    const all = await this.#all
    return all.filter(({ map }) => map.sources.includes(source))
  }

  async #read(): Promise<readonly Compiled[]> {
    const found: Compiled[] = []
    let [seen, bytes] = [0, 0]
    const exclude = (name: string) => /(?:^|[\\/])(?:node_modules|\.[^\\/]+)$/u.test(name)
    for await (const path of glob('**/*.{js,mjs,cjs}.map', { cwd: this.#root, exclude })) {
      seen += 1
      if (seen > MAX_MAPS) break
      const file = join(this.#root, path)
      const size = (await stat(file).catch(() => undefined))?.size ?? 0
      if (size > MAX_BYTES || bytes + size > MAX_ALL_BYTES) continue
      bytes += size
      const compiled = await readCompiled(file)
      if (compiled) found.push(compiled)
    }
    return found
  }
}

async function readCompiled(file: string): Promise<Compiled | undefined> {
  const script = file.slice(0, -'.map'.length)
  try {
    const map = new SourceMap(JSON.parse(await readMapFile(file, MAX_BYTES)), script)
    return { url: pathToFileURL(script).href, map }
  } catch {
    // What is no map expects nothing.
    return undefined
  }
}

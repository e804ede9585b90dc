import { glob, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Compiled } from './scripts.ts'
import { readMapFile, SourceMap } from './source-map.ts'

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
export class ExpectedScripts {
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

import { dirname, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** The module whose function lets other work run between the chunks that it loads. */
const LOADER = 'src-main/core/runtime/load-in-slices.ts'
const LOADED_IN_SLICES = /[\\/]src-main[\\/]core[\\/]|[\\/]node_modules[\\/]/

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/**
 * Lets the host answer while it loads a large part of itself. An ES module is evaluated together with
 * everything that it imports, and a runtime of several megabytes holds the thread for most of a second.
 * So each of `cuts`, a module of a package, begins a chunk of its own, and a chunk of the host that is
 * imported on demand is preceded by the chunks that it needs, one at a time.
 */
export function splitLoading(cuts: readonly string[]): Plugin {
  let loader = ''
  return {
    name: 'split-loading',
    buildStart() {
      for (const id of cuts) this.emitFile({ type: 'chunk', id, preserveSignature: false })
      loader = this.emitFile({ type: 'chunk', id: LOADER, preserveSignature: 'strict' })
    },
    generateBundle(_options, output) {
      const chunks = new Map(
        Object.values(output).flatMap((file) =>
          file.type === 'chunk' ? [[file.fileName, file] as const] : [],
        ),
      )
      refuseCycles(chunks)
      for (const chunk of chunks.values()) loadInSlices(chunk, chunks, this.getFileName(loader))
    },
  }
}

/** Replaces each `import("./chunk.js")` of the host by one that first loads what the chunk needs. */
function loadInSlices(chunk: Rolldown.OutputChunk, chunks: Chunks, loader: string): void {
  const present = new Set(withImports(chunk.fileName, chunks))
  const names = new Set(chunk.dynamicImports.filter((name) => isLoadedInSlices(chunks.get(name))))
  const from = (name: string) => toSpecifier(chunk.fileName, name)
  let isChanged = false
  for (const name of names) {
    const first = withImports(name, chunks).filter((one) => one !== name && !present.has(one))
    if (first.length === 0) continue
    const slices = first.map((one) => `() => import(${from(one)})`).join(', ')
    const load = `import(${from(name)})`
    chunk.code = chunk.code.replaceAll(load, `loadInSlices([${slices}], () => ${load})`)
    isChanged = true
  }
  if (!isChanged) return
  chunk.code = `import { loadInSlices } from ${from(loader)};\n${chunk.code}`
  chunk.imports.push(loader)
}

function isLoadedInSlices(chunk: Rolldown.OutputChunk | undefined): boolean {
  return LOADED_IN_SLICES.test(chunk?.facadeModuleId ?? '')
}

/** A chunk after everything that it imports, in the order of evaluation. */
function withImports(root: string, chunks: Chunks): readonly string[] {
  const seen = new Set<string>()
  const order: string[] = []
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = chunks.get(name)
    if (!chunk) return
    for (const imported of chunk.imports) visit(imported)
    order.push(name)
  }
  visit(root)
  return order
}

/** Loading chunks of a cycle one at a time would evaluate them in another order. */
function refuseCycles(chunks: Chunks): void {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (name: string) => {
    if (done.has(name)) return
    if (path.includes(name))
      throw new Error(`Chunks import each other: ${[...path, name].join(' → ')}`)
    path.push(name)
    for (const imported of chunks.get(name)?.imports ?? []) visit(imported)
    path.pop()
    done.add(name)
  }
  for (const name of chunks.keys()) visit(name)
}

function toSpecifier(from: string, to: string): string {
  const path = relative(dirname(from), to).replaceAll('\\', '/')
  return JSON.stringify(path.startsWith('.') ? path : `./${path}`)
}

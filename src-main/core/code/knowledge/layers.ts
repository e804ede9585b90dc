import type { Knowledge } from './knowledge.ts'
import { folderOf } from './paths.ts'
import { byCount, count } from './sections.ts'

/** The parts of a project by folder, and how often files of one import those of another. */
export interface Layers {
  /** The largest first: how many files each has. */
  readonly parts: readonly (readonly [folder: string, files: number])[]
  /** The most first. */
  readonly edges: readonly LayerEdge[]
}

export interface LayerEdge {
  readonly from: string
  readonly to: string
  readonly imports: number
  /** How often it is the other way round. */
  readonly back: number
}

const MAX_PARTS = 14
/** A folder that holds more of all files than this says little by its name. */
const TOO_MUCH = 0.2
const ROOT = '(root)'

export function findLayers({ code, imports }: Knowledge): Layers {
  const paths = [...code.keys()]
  const partOf = toParts(paths)
  const counts = new Map<string, number>()
  for (const [path, targets] of imports.imports) {
    const from = partOf.get(path)
    for (const target of targets) {
      const to = partOf.get(target)
      if (from === undefined || to === undefined || from === to) continue
      counts.set(`${from}\n${to}`, (counts.get(`${from}\n${to}`) ?? 0) + 1)
    }
  }
  const edges = [...counts].sort(byCount).map(([key, amount]) => {
    const [from = '', to = ''] = key.split('\n')
    return { from, to, imports: amount, back: counts.get(`${to}\n${from}`) ?? 0 }
  })
  const parts = [...count(paths, (path) => partOf.get(path))].sort(byCount)
  return { parts, edges }
}

/** Folders at the top, the largest taken apart first as long as there are few in all. */
function toParts(paths: readonly string[]): ReadonlyMap<string, string> {
  const open = new Set([''])
  const whole = new Set<string>()
  for (;;) {
    const parts = assign(paths, open)
    const sizes = [...count(paths, (path) => parts.get(path))].sort(byCount)
    const [large] = sizes.find(([part, files]) => {
      return (
        files > paths.length * TOO_MUCH && part !== ROOT && !part.endsWith('*') && !whole.has(part)
      )
    }) ?? [undefined]
    if (large === undefined) return parts
    const apart = new Set(assign(paths, new Set([...open, large])).values()).size
    // One that has no folders of its own stays as it is.
    if (apart > sizes.length && apart <= MAX_PARTS) open.add(large)
    else whole.add(large)
  }
}

/** The folder below the nearest that is taken apart; files directly in one are together. */
function assign(paths: readonly string[], open: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map(
    paths.map((path) => {
      let part = ''
      for (const name of folderOf(path).split('/')) {
        if (!open.has(part)) break
        part = part === '' ? name : `${part}/${name}`
      }
      const directly = part === '' ? ROOT : `${part}/*`
      return [path, open.has(part) ? directly : part]
    }),
  )
}

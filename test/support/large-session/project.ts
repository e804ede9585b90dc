import type { Chance } from './chance.ts'

const FILES = 400
const LINES = 80
const areas = ['billing', 'catalogue', 'delivery', 'identity', 'orders', 'search', 'stock'] as const
const nouns = ['basket', 'customer', 'discount', 'invoice', 'parcel', 'price', 'shelf'] as const
const verbs = ['add', 'check', 'count', 'find', 'merge', 'move', 'round'] as const

interface PlannedEdit {
  readonly path: string
  /** Counted from the first line. */
  readonly at: number
  readonly oldLine: string
  readonly newLine: string
}

/** The files that the agents of a simulation read and change, as they now are. */
export class Project {
  readonly paths: readonly string[]
  readonly #texts = new Map<string, string>()

  constructor(chance: Chance) {
    for (let file = 0; file < FILES; file += 1) {
      const [area, noun] = [chance.pick(areas), chance.pick(nouns)]
      this.#texts.set(`src/${area}/${noun}-${file}.ts`, textOf(chance))
    }
    this.paths = [...this.#texts.keys()]
  }

  pick(chance: Chance): string {
    return this.paths[chance.whole(0, this.paths.length - 1)] ?? ''
  }

  read(path: string): string {
    return this.#texts.get(path) ?? ''
  }

  /** Another line in the place of one, before it is known whether it may be. */
  planEdit(path: string, chance: Chance): PlannedEdit {
    const lines = this.read(path).split('\n')
    const at = chance.whole(0, lines.length - 1)
    return { path, at, oldLine: lines[at] ?? '', newLine: lineOf(chance) }
  }

  /** Answers the whole text before and after. */
  edit({ path, at, newLine }: PlannedEdit): { readonly before: string; readonly after: string } {
    const before = this.read(path)
    const after = before.split('\n').with(at, newLine).join('\n')
    this.#texts.set(path, after)
    return { before, after }
  }
}

function textOf(chance: Chance): string {
  return Array.from({ length: LINES }, () => lineOf(chance)).join('\n')
}

function lineOf(chance: Chance): string {
  const [verb, noun] = [chance.pick(verbs), chance.pick(nouns)]
  return `  const ${noun}${chance.whole(1, 99)} = ${verb}(${noun}, ${chance.whole(1, 9_999)})`
}

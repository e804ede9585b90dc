import type { AgentPath, Match } from './define.ts'

export interface NamedText {
  readonly path: AgentPath
  readonly text: string
}

interface Stretch {
  readonly path: AgentPath
  /** Its first line, and the one after its last, counted from 1 in all of it. */
  readonly from: number
  readonly to: number
}

/** Several texts as one that is searched at once; what is found there is told of where it is from. */
export class JoinedTexts {
  readonly #texts: Iterable<NamedText>
  /** As many lines as are shown around a match stand between two texts. */
  readonly #gap: number
  readonly #stretches: Stretch[] = []

  constructor(texts: Iterable<NamedText>, gap: number) {
    this.#texts = texts
    this.#gap = gap
  }

  /** To be read once. */
  *read(): Generator<string> {
    let from = 1
    for (const { path, text } of this.#texts) {
      const whole = text.endsWith('\n') || text === '' ? text : `${text}\n`
      const to = from + countLines(whole)
      this.#stretches.push({ path, from, to })
      yield whole + '\n'.repeat(this.#gap)
      from = to + this.#gap
    }
  }

  /** Of a line that was read; `undefined`: it stands between two texts. Lines are asked for in order. */
  place(found: Match): Match | undefined {
    while (found.line >= (this.#stretches[0]?.to ?? Number.POSITIVE_INFINITY)) {
      this.#stretches.shift()
    }
    const [stretch] = this.#stretches
    if (!stretch || found.line < stretch.from) return undefined
    return { ...found, path: stretch.path, line: found.line - stretch.from + 1 }
  }
}

function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

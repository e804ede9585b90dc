/** Who wrote a line: the change with this seq; nobody in this session; or what the log does not tell. */
export type Author = number | 'start' | 'not-recorded' | 'not-saved'

/** Lines that follow one another, and who wrote all of them. */
export interface AuthorRange {
  readonly author: Author
  readonly lines: number
}

/** A part of a comparison of two texts: lines that both have, or one of them alone. */
export interface ComparedPart {
  readonly type: 'same' | 'added' | 'removed'
  readonly lines: number
}

/**
 * Who wrote a text's lines, from who wrote those of the text before it and how the two compare: what
 * both have keeps its author, what was added is `by`. Each line of the new text is there once, and no two
 * stretches that touch have the same author.
 */
export function carryAuthors(
  before: readonly AuthorRange[],
  parts: readonly ComparedPart[],
  by: Author,
): readonly AuthorRange[] {
  const after: AuthorRange[] = []
  const left = new Remaining(before)
  for (const { type, lines } of parts) {
    if (type === 'added') add(after, { author: by, lines })
    else for (const stretch of left.take(lines)) if (type === 'same') add(after, stretch)
  }
  return after
}

function add(all: AuthorRange[], { author, lines }: AuthorRange): void {
  const last = all.at(-1)
  if (lines === 0) return
  if (last?.author === author) all[all.length - 1] = { author, lines: last.lines + lines }
  else all.push({ author, lines })
}

/** Stretches of which the first lines are taken, again and again. */
class Remaining {
  readonly #all: readonly AuthorRange[]
  #index = 0
  #taken = 0

  constructor(all: readonly AuthorRange[]) {
    this.#all = all
  }

  /** Fewer where there are no more. */
  take(lines: number): readonly AuthorRange[] {
    const taken: AuthorRange[] = []
    let wanted = lines
    for (let stretch = this.#all[this.#index]; stretch && wanted > 0; ) {
      const count = Math.min(wanted, stretch.lines - this.#taken)
      taken.push({ author: stretch.author, lines: count })
      wanted -= count
      this.#taken += count
      if (this.#taken < stretch.lines) continue
      this.#taken = 0
      this.#index += 1
      stretch = this.#all[this.#index]
    }
    return taken
  }
}

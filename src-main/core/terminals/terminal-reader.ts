import type { TerminalReaderId } from '#shared/lib/ids.ts'

/** Positions in a terminal's output, in characters since it was opened; `to` is exclusive. */
interface Range {
  readonly from: number
  readonly to: number
}

/**
 * A window's position in a person's terminal, and the ranges of output whose queries it answers. What
 * windows answer is typed into the program, so each query is answered by one of them at most.
 */
export class TerminalReader {
  readonly id: TerminalReaderId
  /** Output before this was printed before the reader came. */
  readonly replayEnd: number
  /** Where it reads next. */
  at: number
  /** In order. Those that were read are dropped. */
  #answered: readonly Range[] = []

  constructor(
    id: TerminalReaderId,
    { at, replayEnd }: { readonly at: number; readonly replayEnd: number },
  ) {
    this.id = id
    this.at = at
    this.replayEnd = replayEnd
  }

  startAnswering(from: number): void {
    this.#answered = [...this.#unread, { from, to: Number.POSITIVE_INFINITY }]
  }

  stopAnswering(to: number): void {
    this.#answered = this.#unread.map((range) => ({ ...range, to: Math.min(range.to, to) }))
  }

  /** Returns how much it may read at once, at most `max`: all of it answered, or nothing. */
  next(max: number): { readonly length: number; readonly isAnswered: boolean } {
    const [first] = this.#unread
    if (!first) return { length: max, isAnswered: false }
    const isAnswered = first.from <= this.at
    const end = isAnswered ? first.to : first.from
    return { length: Math.min(max, end - this.at), isAnswered }
  }

  get #unread(): readonly Range[] {
    return this.#answered.filter(({ from, to }) => to > this.at && to > from)
  }
}

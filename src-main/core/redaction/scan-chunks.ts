import { findRanges, type Private, type Range } from './find-ranges.ts'

/** A stretch of one piece of a text. */
export interface Cut {
  readonly start: number
  readonly end: number
  readonly mark: string
}

interface Piece {
  readonly seq: number
  /** In the whole of the text that is held. */
  readonly start: number
}

/** No secret is longer: what is further back can’t be a part of one that is still to come. */
const LONGEST = 16 * 1024
/** So much is looked at in one go. */
const BATCH = 64 * 1024

/**
 * Looks for what is not to be shown in a text that comes in pieces, across which it may lie. The first
 * piece gets the mark, the others lose their part. Holds no more than a stretch of the text.
 */
export class PieceScan {
  readonly #known: readonly Private[]
  readonly #found: (range: Range, cuts: readonly (Cut & { readonly seq: number })[]) => void
  #pieces: Piece[] = []
  #text = ''

  constructor(
    known: readonly Private[],
    found: (range: Range, cuts: readonly (Cut & { readonly seq: number })[]) => void,
  ) {
    this.#known = known
    this.#found = found
  }

  add(seq: number, piece: string): void {
    this.#pieces.push({ seq, start: this.#text.length })
    this.#text += piece
    if (this.#text.length >= BATCH + LONGEST) this.#scan(this.#findSettled())
  }

  /** Returns the beginning of a line if one is near: secrets depend on where lines begin. */
  #findSettled(): number {
    const latest = this.#text.length - LONGEST
    const line = this.#text.slice(latest - LONGEST, latest).lastIndexOf('\n') + 1
    return line === 0 ? latest : latest - LONGEST + line
  }

  end(): void {
    this.#scan(Number.POSITIVE_INFINITY)
  }

  /** What is recognised by something at or after `settled` is looked at again with what follows. */
  #scan(settled: number): void {
    let done = Math.min(settled, this.#text.length)
    let first = 0
    for (const range of findRanges(this.#text, this.#known)) {
      if (range.matchStart >= settled) continue
      // Ranges come in order, so each begins in the piece of the last one or behind it.
      while ((this.#pieces[first + 1]?.start ?? Number.POSITIVE_INFINITY) <= range.start) first += 1
      this.#found(range, this.#cut(range, first))
      done = Math.max(done, range.end)
    }
    this.#drop(done)
  }

  /** Cuts a range out of the pieces from the one it begins in. */
  #cut({ start, end, mark }: Range, first: number): readonly (Cut & { readonly seq: number })[] {
    const cuts: (Cut & { readonly seq: number })[] = []
    for (let index = first; ; index += 1) {
      const piece = this.#pieces[index]
      if (!piece || piece.start >= end) return cuts
      const until = this.#pieces[index + 1]?.start ?? this.#text.length
      const from = Math.max(start, piece.start)
      const to = Math.min(end, until)
      if (from >= to) continue
      const at = { start: from - piece.start, end: to - piece.start }
      cuts.push({ seq: piece.seq, ...at, mark: from === start ? mark : '' })
    }
  }

  #drop(count: number): void {
    this.#text = this.#text.slice(count)
    // The piece that is cut begins before what is held.
    const first = this.#pieces.findLastIndex(({ start }) => start <= count)
    this.#pieces = this.#pieces
      .slice(Math.max(0, first))
      .map(({ seq, start }) => ({ seq, start: start - count }))
  }
}

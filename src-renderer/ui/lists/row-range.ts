/** Rows of a list, the last one excluded. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

interface RowsRead {
  readonly count: number
  /** In pixels. */
  readonly heightOf: (index: number) => number
  /** How many pixels of the list lie below what is seen. */
  readonly below: number
  /** How many pixels of it are seen. */
  readonly height: number
}

/** The rows that are seen at least in part, and those less than `beside` pixels from them. */
export function rowsInSight({ count, heightOf, below, height }: RowsRead, beside = 0): RowRange {
  let to = count
  let under = 0
  while (to > 1 && under + heightOf(to - 1) <= below - beside) {
    to -= 1
    under += heightOf(to)
  }
  let from = to
  while (from > 0 && under < below + height + beside) {
    from -= 1
    under += heightOf(from)
  }
  return { from, to }
}

/** What is drawn, and of those above it what is wanted and ready without a gap. */
export function widenedTo(
  wanted: RowRange,
  drawn: RowRange,
  isReady: (index: number) => boolean,
): RowRange {
  let { from } = drawn
  while (from > wanted.from && isReady(from - 1)) from -= 1
  return { from, to: drawn.to }
}

/** What rows are high together. */
export function heightOfRows({ from, to }: RowRange, heightOf: (index: number) => number): number {
  let height = 0
  for (let index = from; index < to; index += 1) height += heightOf(index)
  return height
}

export function isWithin(inner: RowRange, outer: RowRange): boolean {
  return inner.from >= outer.from && inner.to <= outer.to
}

import type { Span } from '#shared/projections/spans.ts'

/** More than these at once share the track that is least taken. */
export const MOST_TRACKS = 3

/** Where in its lane's height a span is drawn: in which of how many tracks, from the top. */
export interface Track {
  readonly index: number
  readonly count: number
}

interface Cluster {
  count: number
}

interface Placed {
  readonly track: number
  /** Shared by all that are connected by overlapping: they are equally thin. */
  readonly cluster: Cluster
}

const WHOLE: Track = { index: 0, count: 1 }

/** Which of a lane's spans were under way at once, and so lie beside each other. */
export class Tracks {
  readonly #spans: readonly Span[]
  readonly #placed: Placed[] = []
  /** Of the spans that reach as far as the last one placed, where they are in the lane. */
  #busy: number[] = []

  /** `spans` in the order they started; it grows, and open ones are exchanged for ended ones. */
  constructor(spans: readonly Span[]) {
    this.#spans = spans
  }

  at(index: number): Track {
    const span = this.#spans[index]
    if (!span || isTask(span)) return WHOLE
    while (this.#placed.length < this.#spans.length) this.#placeNext()
    const placed = this.#placed[index]
    return placed ? { index: placed.track, count: placed.cluster.count } : WHOLE
  }

  /** To be called when a span that was placed turns out to take no track: a ring, or a brief call. */
  forget(): void {
    this.#placed.length = 0
    this.#busy = []
  }

  #placeNext(): void {
    const index = this.#placed.length
    const span = this.#spans[index]
    if (!span || isTask(span)) {
      this.#placed.push({ track: 0, cluster: { count: 1 } })
      return
    }
    this.#busy = this.#busy.filter((other) => this.#endOf(other) > span.startedAt)
    this.#placed.push(this.#besideBusy(span))
    this.#busy.push(index)
  }

  #besideBusy(span: Span): Placed {
    const others = this.#busy.flatMap((index) => {
      const other = this.#spans[index]
      return other && isOver(other, span) ? [] : (this.#placed[index] ?? [])
    })
    const cluster = others[0]?.cluster ?? { count: 1 }
    const taken = Array.from({ length: MOST_TRACKS }, () => 0)
    for (const { track } of others) taken[track] = (taken[track] ?? 0) + 1
    const track = taken.indexOf(Math.min(...taken))
    cluster.count = Math.max(cluster.count, track + 1)
    return { track, cluster }
  }

  #endOf(index: number): number {
    return this.#spans[index]?.endedAt ?? Number.POSITIVE_INFINITY
  }
}

/** No longer than this, a call is a sliver wherever a wait can be seen. */
const BRIEF_MS = 100

/** Too short to take half of the lane from what waits for a person: it is drawn over it. */
export function isBrief(span: Span): boolean {
  return (
    span.type === 'tool' && span.endedAt !== undefined && span.endedAt - span.startedAt <= BRIEF_MS
  )
}

function isOver(a: Span, b: Span): boolean {
  return (a.type === 'wait' && isBrief(b)) || (b.type === 'wait' && isBrief(a))
}

/** A call that a lane hangs from: a ring in the middle, whatever else is under way. */
export function isTask(span: Span | undefined): boolean {
  return span?.type === 'tool' && span.subagentId !== undefined
}

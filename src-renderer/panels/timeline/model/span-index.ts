import { lastBefore } from '#shared/lib/binary-search.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { type Work, workedUntil } from './axis.ts'

/** More than these at once share the track that is least taken. */
const MOST_TRACKS = 3

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
function isBrief(span: Span): boolean {
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

interface Row {
  /** In the order they started. */
  readonly spans: Span[]
  /** The latest end among the spans up to the same index; infinite while one of them is open. */
  readonly reach: number[]
  readonly tracks: Tracks
}

interface Place {
  readonly row: Row
  readonly index: number
  readonly order: number
  /** Among the waits, for one that is a wait. */
  readonly wait: number
}

const none = rowOf([])

function rowOf(spans: Span[]): Row {
  return { spans, reach: [], tracks: new Tracks(spans) }
}

/**
 * The spans of a session by lane, kept up with a state that grows: an update costs what is new or
 * still open, not what there is.
 */
export class SpanIndex {
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #waits: Span[] = []
  /** Of the whole session: numbers alone, for what is gone through in every frame. */
  readonly work: Work = { starts: this.#starts, ends: this.#ends }
  readonly #rows = new Map<SpanId, Row>()
  readonly #places = new Map<string, Place>()
  readonly #open = new Set<string>()
  #state: TimelineState | undefined
  #taken = 0

  /** Takes in what changed. Another state than last time, or a shorter one, is read anew. */
  update(state: TimelineState): void {
    if (state !== this.#state || state.order.length < this.#taken) this.#clear()
    this.#state = state
    for (; this.#taken < state.order.length; this.#taken += 1) {
      const span = state.spans[state.order[this.#taken] ?? '']
      if (span) this.#put(span)
    }
    for (const id of this.#open) {
      const span = state.spans[id]
      if (span) this.#put(span)
    }
  }

  spansOf(agentId: SpanId): readonly Span[] {
    return (this.#rows.get(agentId) ?? none).spans
  }

  /** Where to begin to look for what touches `at` or later in a lane. */
  firstReaching(agentId: SpanId, at: number): number {
    return lastBefore((this.#rows.get(agentId) ?? none).reach, (end) => end < at) + 1
  }

  /** Where in the lane's height its span of that index is drawn. */
  trackOf(agentId: SpanId, index: number): Track {
    return (this.#rows.get(agentId) ?? none).tracks.at(index)
  }

  /** The latest end among a lane's spans up to and including `index`. */
  reachOf(agentId: SpanId, index: number): number {
    return (this.#rows.get(agentId) ?? none).reach[index] ?? 0
  }

  /** What waited for a person, in the order it began to. */
  get waits(): readonly Span[] {
    return this.#waits
  }

  find(id: string): Span | undefined {
    const place = this.#places.get(id)
    return place?.row.spans[place.index]
  }

  #put(span: Span): void {
    const place = this.#places.get(span.id) ?? this.#makePlace(span)
    if (span.endedAt === undefined) this.#open.add(span.id)
    else this.#open.delete(span.id)
    const before = place.row.spans[place.index]
    if (before === span) return
    place.row.spans[place.index] = span
    if (before && takesNoTrack(span) && !takesNoTrack(before)) place.row.tracks.forget()
    this.#starts[place.order] = span.startedAt
    this.#ends[place.order] = workedUntil(span)
    if (span.type === 'wait') this.#waits[place.wait] = span
    extendReach(place.row, place.index)
  }

  #makePlace(span: Span): Place {
    const row = this.#rows.get(span.agentId) ?? rowOf([])
    this.#rows.set(span.agentId, row)
    const place = {
      row,
      index: row.spans.length,
      order: this.#places.size,
      wait: this.#waits.length,
    }
    this.#places.set(span.id, place)
    return place
  }

  #clear(): void {
    this.#starts.length = 0
    this.#ends.length = 0
    this.#waits.length = 0
    this.#rows.clear()
    this.#places.clear()
    this.#open.clear()
    this.#taken = 0
  }
}

function takesNoTrack(span: Span): boolean {
  return isTask(span) || isBrief(span)
}

function extendReach({ spans, reach }: Row, from: number): void {
  let latest = reach[from - 1] ?? Number.NEGATIVE_INFINITY
  for (let index = from; index < spans.length; index += 1) {
    latest = Math.max(latest, spans[index]?.endedAt ?? Number.POSITIVE_INFINITY)
    reach[index] = latest
  }
}

import type { SpanId } from '#shared/ids.ts'
import { lastBefore } from '#shared/lib/last-before.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { type Work, workedUntil } from './axis.ts'
import { isBrief, isTask, type Track, Tracks } from './tracks.ts'

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

import type { SpanId } from '#shared/ids.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { WasteState } from '#shared/projections/waste.ts'
import { matches, type SpanFilter } from './span-filter.ts'
import type { Direction } from './steps.ts'

interface Sources {
  readonly timeline: TimelineState
  readonly waste: WasteState
}

/** Which spans of a session a filter lets through, kept up with a log that grows at the cost of what is new. */
export class SpanMatches {
  readonly #filter: SpanFilter
  readonly #ids = new Set<string>()
  readonly #open = new Set<string>()
  readonly #wasted = new Set<string>()
  readonly #byLane = new Map<SpanId, number>()
  #timeline: TimelineState | undefined
  #taken = 0
  #wasteTaken = 0
  #version = 0

  constructor(filter: SpanFilter) {
    this.#filter = filter
  }

  /** Another one whenever what matches has changed. */
  get version(): number {
    return this.#version
  }

  get count(): number {
    return this.#ids.size
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** How many of an agent's own spans match. */
  countIn(agentId: SpanId): number {
    return this.#byLane.get(agentId) ?? 0
  }

  update(sources: Sources): void {
    const { timeline, waste } = sources
    const isShorter = timeline.order.length < this.#taken || waste.items.length < this.#wasteTaken
    if (timeline !== this.#timeline || isShorter) this.#clear()
    this.#timeline = timeline
    for (; this.#wasteTaken < waste.items.length; this.#wasteTaken += 1) {
      const id = waste.items[this.#wasteTaken]?.id ?? ''
      this.#wasted.add(id)
      this.#look(timeline, id)
    }
    for (const id of this.#open) this.#look(timeline, id)
    for (; this.#taken < timeline.order.length; this.#taken += 1) {
      this.#look(timeline, timeline.order[this.#taken] ?? '')
    }
  }

  /** In the order they started. */
  list({ order }: Pick<TimelineState, 'order'>): readonly string[] {
    return order.filter((id) => this.#ids.has(id))
  }

  #look({ spans, lanes }: TimelineState, id: string): void {
    const span = spans[id]
    if (!span) return
    if (span.endedAt === undefined) this.#open.add(id)
    else this.#open.delete(id)
    const lane = lanes[span.agentId]
    const isMatch = matches(this.#filter, { span, lane, isWaste: this.#wasted.has(id) })
    if (isMatch === this.#ids.has(id)) return
    if (isMatch) this.#ids.add(id)
    else this.#ids.delete(id)
    this.#byLane.set(span.agentId, this.countIn(span.agentId) + (isMatch ? 1 : -1))
    this.#version += 1
  }

  #clear(): void {
    this.#ids.clear()
    this.#open.clear()
    this.#wasted.clear()
    this.#byLane.clear()
    this.#taken = 0
    this.#wasteTaken = 0
    this.#version += 1
  }
}

/** The match that comes after a seq, or before it; at the end of them it begins anew. */
export function nextMatch(
  matches: SpanMatches,
  timeline: TimelineState,
  { from, direction }: { readonly from: number | undefined; readonly direction: Direction },
): Span | undefined {
  const all = matches.list(timeline).flatMap((id) => timeline.spans[id] ?? [])
  if (direction === 'next') return all.find(({ seq }) => from === undefined || seq > from) ?? all[0]
  return all.findLast(({ seq }) => from === undefined || seq < from) ?? all.at(-1)
}

import { useMemo, useSyncExternalStore } from 'react'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { WasteState } from '#shared/projections/waste.ts'
import {
  useLiveView,
  usePlayheadControls,
  useSelection,
} from '../../../session/session-context.tsx'
import { useSpanPicking } from '../../../session/span-selection.ts'
import { lanesWithout } from './lane-layout.ts'
import type { Direction } from './playhead-steps.ts'

/** What can be asked for by `kind:`, and how a menu names it. */
export const filterKinds = {
  model: 'Model calls',
  read: 'Reading',
  edit: 'Editing',
  execute: 'Running',
  fetch: 'Fetching',
  wait: 'Waiting for you',
  error: 'Errors',
  retry: 'Attempts after a failure',
  waste: 'Waste',
} as const
type FilterKind = keyof typeof filterKinds

/** What a span must be to match: one of each list that is not empty, and with every word. */
interface SpanFilter {
  readonly agents: readonly string[]
  readonly tools: readonly string[]
  readonly kinds: readonly FilterKind[]
  /** In lower case. */
  readonly words: readonly string[]
}

/** What a filter looks at. */
interface Filtered {
  readonly span: Span
  /** Absent where its agent's is not known. */
  readonly lane: Lane | undefined
  readonly isWaste: boolean
}

const TERM = /(?:(agent|tool|kind):)?(?:"([^"]*)"?|(\S+))/g

interface Term {
  readonly key: 'agent' | 'tool' | 'kind' | 'word'
  readonly value: string
}

/** Reads `kind:error agent:explore tool:grep some words`; `undefined` where nothing is asked for. */
export function parseFilter(text: string): SpanFilter | undefined {
  const terms = [...text.toLowerCase().matchAll(TERM)].map(readTerm).filter(({ value }) => value)
  if (terms.length === 0) return undefined
  const valuesOf = (wanted: Term['key']) =>
    terms.flatMap(({ key, value }) => (key === wanted ? value : []))
  return {
    agents: valuesOf('agent'),
    tools: valuesOf('tool'),
    kinds: valuesOf('kind').filter(isKind),
    words: valuesOf('word'),
  }
}

/** What is no kind is a word like others. */
function readTerm([, key, quoted, plain = '']: RegExpExecArray): Term {
  const value = quoted ?? plain
  if (key === 'agent' || key === 'tool') return { key, value }
  if (key === 'kind' && isKind(value)) return { key, value }
  return { key: 'word', value: key ? `${key}:${value}` : value }
}

function isKind(value: string): value is FilterKind {
  return Object.hasOwn(filterKinds, value)
}

export function matchesFilter(filter: SpanFilter, filtered: Filtered): boolean {
  const { agents, tools, kinds, words } = filter
  const { span, lane } = filtered
  const told = `${span.title} ${span.type === 'tool' ? span.name : ''}`.toLowerCase()
  return (
    isAnyOf(kinds, (kind) => isOfKind(filtered, kind)) &&
    isAnyOf(agents, (agent) => lane !== undefined && namesOf(lane).includes(agent)) &&
    isAnyOf(tools, (tool) => span.type === 'tool' && span.name.toLowerCase() === tool) &&
    words.every((word) => told.includes(word))
  )
}

function isAnyOf<T>(wanted: readonly T[], is: (one: T) => boolean): boolean {
  return wanted.length === 0 || wanted.some(is)
}

function namesOf({ type, teammate }: Lane): readonly string[] {
  return [type, ...(teammate ? [teammate] : [])].map((name) => name.toLowerCase())
}

function isOfKind({ span, isWaste }: Filtered, kind: FilterKind): boolean {
  switch (kind) {
    case 'model':
    case 'wait':
      return span.type === kind
    case 'error':
      return span.outcome === 'error'
    case 'retry':
      return span.type === 'model' && span.attempt > 1
    case 'waste':
      return isWaste
    default:
      return span.type === 'tool' && span.effect === kind
  }
}

/** A term as it is written in a filter. */
export function termOf(key: 'agent' | 'tool' | 'kind', value: string): string {
  return `${key}:${/\s/.test(value) ? `"${value}"` : value}`
}

export function hasTerm(text: string, term: string): boolean {
  return termsOf(text).includes(term.toLowerCase())
}

/** The filter with the term, or without it where it had it. */
export function toggleTerm(text: string, term: string): string {
  const rest = [...text.matchAll(TERM)].map(([written]) => written)
  const without = rest.filter((written) => written.toLowerCase() !== term.toLowerCase())
  return (without.length < rest.length ? without : [...rest, term]).join(' ')
}

function termsOf(text: string): readonly string[] {
  return [...text.toLowerCase().matchAll(TERM)].map(([written]) => written)
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

  update(sources: { readonly timeline: TimelineState; readonly waste: WasteState }): void {
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
    const isMatch = matchesFilter(this.#filter, { span, lane, isWaste: this.#wasted.has(id) })
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
function nextMatch(
  matches: SpanMatches,
  timeline: TimelineState,
  { from, direction }: { readonly from: number | undefined; readonly direction: Direction },
): Span | undefined {
  const all = matches.list(timeline).flatMap((id) => timeline.spans[id] ?? [])
  if (direction === 'next') return all.find(({ seq }) => from === undefined || seq > from) ?? all[0]
  return all.findLast(({ seq }) => from === undefined || seq < from) ?? all.at(-1)
}

/** What a filter lets through of the session so far, wherever the playhead is. */
export interface FilterResult {
  /** Absent while nothing is asked for. */
  readonly matches: SpanMatches | undefined
  readonly count: number
  /** From 1, where the selected span is among them. */
  readonly place: number | undefined
  readonly lanesWithout: ReadonlySet<SpanId>
  /** Selects the next one and goes there; behind the last comes the first. */
  step(direction: Direction): void
}

const noLanes: ReadonlySet<SpanId> = new Set()

export function useMatches(text: string): FilterResult {
  const live = useLiveView()
  const { spanId = '' } = useSelection()
  const matches = useMemo(() => {
    const filter = parseFilter(text)
    return filter && new SpanMatches(filter)
  }, [text])
  const version = useSyncExternalStore(live.subscribe, () => {
    matches?.update({ timeline: live.state('timeline'), waste: live.state('waste') })
    return matches?.version ?? -1
  })
  const hidden = useMemo(
    () =>
      matches && version >= 0
        ? lanesWithout(live.state('timeline'), (agentId) => matches.countIn(agentId))
        : noLanes,
    [live, matches, version],
  )
  const isPlaced = matches?.has(spanId) === true
  return {
    matches,
    count: matches?.count ?? 0,
    place: isPlaced ? matches.list(live.state('timeline')).indexOf(spanId) + 1 : undefined,
    lanesWithout: hidden,
    step: useStep(matches),
  }
}

/** From what is selected, or else from the playhead. */
function useStep(matches: SpanMatches | undefined): (direction: Direction) => void {
  const live = useLiveView()
  const controls = usePlayheadControls()
  const { spanId = '' } = useSelection()
  const { goTo } = useSpanPicking()
  return (direction) => {
    const { playhead } = controls
    const timeline = live.state('timeline')
    const from = timeline.spans[spanId]?.seq ?? (playhead === 'live' ? undefined : playhead)
    const next = matches && nextMatch(matches, timeline, { from, direction })
    if (next) goTo(next.id)
  }
}

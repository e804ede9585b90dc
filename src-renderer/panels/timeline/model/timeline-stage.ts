import type { Bookmark } from '#shared/events/session.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { originOf } from '../../../session/store/session-clock.ts'
import {
  Axis,
  binEvents,
  findBreaks,
  followIn,
  lengthOf,
  moveEnd,
  panWindow,
  revealIn,
  type TimeWindow,
  type WindowEnd,
  wholeWindow,
  windowAround,
  zoomWindow,
} from './axis.ts'
import { type Duration, measure } from './critical-path.ts'
import { type Fold, toFolds } from './idle-periods.ts'
import { type LaneRow, listRows } from './lane-layout.ts'
import {
  furthestScroll,
  plotWidth,
  type RowRange,
  rowsInSight,
  type Scene,
  scrollTo,
} from './scene.ts'
import type { SpanMatches } from './span-filter.ts'
import { SpanIndex } from './span-index.ts'

/** What the timeline is to show. Times in milliseconds since the epoch. */
export interface StageInput {
  readonly width: number
  readonly height: number
  /** The newest state; `seq` and `at` are those of the playhead. */
  readonly timeline: TimelineState
  readonly seq: number
  readonly at: number
  readonly isLive: boolean
  /** A run is on: the session ends now, at `endAt`, and will go on. */
  readonly isGrowing: boolean
  readonly endAt: number
  readonly seqAt: (time: number) => number
  /** How far `seqAt` knows of what happened. */
  readonly historySeq: number
  readonly hueOf: (agentId: SpanId) => number
  readonly collapsed: ReadonlySet<SpanId>
  /** Lanes that are left out. */
  readonly hidden?: ReadonlySet<SpanId>
  /** Absent while nothing is filtered. */
  readonly matches?: Pick<SpanMatches, 'has'> | undefined
  readonly selectedId?: string | undefined
  readonly bookmarks?: readonly Bookmark[]
  /** By agent: how strongly its lane is tinted, up to 1. */
  readonly tints?: ReadonlyMap<string, number> | undefined
}

/** The timeline in words. */
interface Readout extends Duration {
  readonly folds: readonly Fold[]
}

const EMPTY: Readout = { criticalMs: 0, waitedMs: 0, folds: [] }
const DENSITY_PX = 8

/** Turns what happened into what is seen, and remembers how the person looks at it: zoom, place, hover. */
export class Stage {
  readonly #index = new SpanIndex()
  readonly #changed = new Emitter<void>()
  readonly #rowsChanged = new Emitter<void>()
  readonly #keptAxis = remember<Axis>()
  readonly #keptRows = remember<readonly LaneRow[]>()
  readonly #keptLaid = remember<Scene['laid']>()
  readonly #keptDensity = remember<Uint32Array>()
  readonly #keptDuration = remember<Duration>()
  #axis = new Axis(0)
  #folds: readonly Fold[] = []
  /** Absent: all of the session. */
  #window: TimeWindow | undefined
  #isFollowing = true
  #scrollTop = 0
  #hoveredId: string | undefined
  #shownSeq = 0
  #shownId: string | undefined
  #scene: Scene | undefined
  #readout = EMPTY
  #rowsInSight: RowRange = { from: 0, to: 0 }

  readonly subscribe = this.#changed.subscribe

  readonly readout = (): Readout => this.#readout

  readonly subscribeToRows = this.#rowsChanged.subscribe

  /** Which rows of the lanes can be seen: of hundreds the others need no names. */
  readonly rowsInSight = (): RowRange => this.#rowsInSight

  /** The last scene that `update` made. */
  get scene(): Scene | undefined {
    return this.#scene
  }

  get isWhole(): boolean {
    return this.#window === undefined
  }

  /** As the last picture had it. */
  toAxis(at: number): number {
    return this.#axis.toAxis(at)
  }

  toTime(axisMs: number): number {
    return this.#axis.toTime(axisMs)
  }

  update(input: StageInput): Scene {
    const { timeline, endAt } = input
    this.#index.update(timeline)
    this.#axis = this.#keptAxis([timeline, timeline.lastSeq, endAt], () => this.#fold(input))
    this.#read(input)
    const lengthMs = this.#axis.toAxis(endAt)
    const whole = wholeWindow(lengthMs, input.isGrowing)
    this.#move(input, whole)
    const rows = this.#listRows(input)
    const { width, height, seq, at, isLive, hueOf, selectedId, bookmarks = [] } = input
    const { matches, tints, isGrowing } = input
    this.#revealSelected(input, rows)
    this.#scrollTop = Math.min(this.#scrollTop, furthestScroll({ width, height, rows }))
    this.#tellRows(rowsInSight({ width, height, rows, scrollTop: this.#scrollTop }))
    const window = this.#window ?? whole
    this.#scene = {
      width,
      height,
      rows,
      hueOf,
      whole,
      seq,
      at,
      isLive,
      isGrowing,
      endAt,
      selectedId,
      matches,
      tints,
      index: this.#index,
      axis: this.#axis,
      folds: this.#folds,
      window,
      laid: this.#lay(input, window),
      scrollTop: this.#scrollTop,
      marks: timeline.marks,
      bookmarks,
      cost: timeline.cost,
      density: this.#bin(input, lengthOf(whole)),
      hoveredId: this.#hoveredId,
    }
    return this.#scene
  }

  /** Below 1 shows less of the session; the moment `around` of the axis keeps its place. */
  zoom(factor: number, around: number): void {
    const scene = this.#scene
    if (!scene) return
    const { window, whole } = scene
    this.#lookUnlessWhole(zoomWindow(window, { factor, around, whole }), whole)
  }

  /** Around the playhead. */
  zoomHere(factor: number): void {
    const { isLive, endAt, at } = this.#scene ?? {}
    this.zoom(factor, this.#axis.toAxis((isLive ? endAt : at) ?? 0))
  }

  /** By pixels: to the right along the time, downwards along the lanes. */
  pan(x: number, y: number): void {
    const scene = this.#scene
    if (!scene) return
    this.#scrollTop = Math.min(furthestScroll(scene), Math.max(0, this.#scrollTop + y))
    if (!this.#window) return
    const byMs = (x / plotWidth(scene.width)) * lengthOf(this.#window)
    this.#look(panWindow(this.#window, byMs, scene.whole))
  }

  /** By a part of what is in view: to the right above 0. */
  panPart(part: number): void {
    if (this.#scene) this.pan(part * plotWidth(this.#scene.width), 0)
  }

  /** The stretch in view, by milliseconds of the axis. */
  slide(byMs: number): void {
    const { whole } = this.#scene ?? {}
    if (whole && this.#window) this.#look(panWindow(this.#window, byMs, whole))
  }

  /** One end of the stretch in view, to a moment of the axis. */
  stretch(end: WindowEnd, at: number): void {
    const { whole } = this.#scene ?? {}
    if (!whole) return
    this.#lookUnlessWhole(moveEnd(this.#window ?? whole, { end, at, whole }), whole)
  }

  /** Shows the selected span whole, where there is one. */
  showSelected(): void {
    const { whole, selectedId, endAt = 0 } = this.#scene ?? {}
    const span = selectedId === undefined ? undefined : this.#index.find(selectedId)
    if (!whole || !span) return
    const from = this.#axis.toAxis(span.startedAt)
    const to = this.#axis.toAxis(span.endedAt ?? endAt)
    this.#lookUnlessWhole(windowAround({ from, to }, whole), whole)
  }

  showAll(): void {
    this.#look(undefined)
  }

  /** Answers whether that is another span than before. */
  hover(id: string | undefined): boolean {
    const isOther = id !== this.#hoveredId
    this.#hoveredId = id
    return isOther
  }

  #lookUnlessWhole(window: TimeWindow, whole: TimeWindow): void {
    this.#look(lengthOf(window) < lengthOf(whole) * 0.999 ? window : undefined)
  }

  #look(window: TimeWindow | undefined): void {
    this.#window = window
    const end = this.#scene ? this.#axis.toAxis(this.#scene.endAt) : 0
    this.#isFollowing = !window || window.to >= end
  }

  /** A zoomed view goes along with the live end, and with a playhead that leaves it. */
  #move({ seq, at, isLive, endAt }: StageInput, whole: TimeWindow): void {
    if (this.#window && isLive && this.#isFollowing) {
      this.#window = followIn(this.#window, this.#axis.toAxis(endAt), whole)
    } else if (this.#window && !isLive && seq !== this.#shownSeq) {
      this.#window = revealIn(this.#window, this.#axis.toAxis(at), whole)
    }
    this.#shownSeq = seq
  }

  /** What is selected now, perhaps elsewhere, has its lane in sight. */
  #revealSelected({ width, height, selectedId }: StageInput, rows: readonly LaneRow[]): void {
    if (selectedId === this.#shownId) return
    this.#shownId = selectedId
    const span = selectedId === undefined ? undefined : this.#index.find(selectedId)
    const row = rows.findIndex(({ lane }) => lane.agentId === span?.agentId)
    this.#scrollTop = scrollTo({ width, height, rows, scrollTop: this.#scrollTop }, row)
  }

  #tellRows(range: RowRange): void {
    const { from, to } = this.#rowsInSight
    if (range.from === from && range.to === to) return
    this.#rowsInSight = range
    this.#rowsChanged.fire()
  }

  /** The time of the session, without that in which nothing worked. */
  #fold({ timeline, endAt }: StageInput): Axis {
    const { runs } = timeline
    const origin = originOf(timeline)
    const breaks = findBreaks(this.#index.work, origin, endAt)
    this.#folds = toFolds(breaks, { waits: this.#index.waits, runs, until: endAt }, this.#folds)
    return new Axis(origin, breaks)
  }

  #listRows({ timeline, collapsed, hidden }: StageInput): readonly LaneRow[] {
    return this.#keptRows([timeline, timeline.lastSeq, collapsed, hidden], () =>
      listRows(timeline, collapsed, hidden),
    )
  }

  /** What lies in the lanes does not change with the playhead. */
  #lay({ timeline, width, endAt, matches }: StageInput, { from, to }: TimeWindow): Scene['laid'] {
    return this.#keptLaid(
      [timeline, timeline.lastSeq, this.#axis, from, to, width, endAt, matches],
      () => new Map(),
    )
  }

  #bin({ timeline, historySeq, width, seqAt }: StageInput, lengthMs: number): Uint32Array {
    const axis = this.#axis
    const count = Math.floor(plotWidth(width) / DENSITY_PX)
    return this.#keptDensity([timeline.lastSeq, historySeq, axis, lengthMs, count], () =>
      binEvents(seqAt, { axis, lengthMs, count }),
    )
  }

  #read({ timeline, isLive, at, endAt }: StageInput): void {
    const until = isLive ? endAt : at
    const duration = this.#keptDuration([timeline, timeline.lastSeq, until], () =>
      measure(timeline, this.#index, until),
    )
    const readout = { folds: this.#folds, ...duration }
    if (isSame(readout, this.#readout)) return
    this.#readout = readout
    this.#changed.fire()
  }
}

/** Down to the seconds that are shown of it. */
function isSame(a: Readout, b: Readout): boolean {
  return (
    second(a.criticalMs) === second(b.criticalMs) &&
    second(a.waitedMs) === second(b.waitedMs) &&
    a.folds.length === b.folds.length &&
    a.folds.every((fold, index) => isSameFold(fold, b.folds[index]))
  )
}

function isSameFold(a: Fold, b: Fold | undefined): boolean {
  return b !== undefined && a.reason === b.reason && second(a.to - a.from) === second(b.to - b.from)
}

function second(ms: number): number {
  return Math.floor(ms / 1000)
}

/** Makes something once, and again only after what it is made from has become another. */
function remember<Value>() {
  let last: { readonly from: readonly unknown[]; readonly value: Value } | undefined
  return (from: readonly unknown[], make: () => Value): Value => {
    if (!last || !holdsSame(last.from, from)) last = { from, value: make() }
    return last.value
  }
}

/** Whether two lists hold the same, in the same order. */
function holdsSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, index) => Object.is(one, b[index]))
}

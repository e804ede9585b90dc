import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { SpanId } from '#shared/lib/ids.ts'
import { Store } from '#shared/lib/store.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useConnectionState } from '../../../connection/host-context.tsx'
import { hueIndexIn } from '../../../session/agents/agent-colors.ts'
import { useBookmarks } from '../../../session/bookmarks.ts'
import {
  useLiveView,
  usePlayheadControls,
  usePlayheadMoves,
  useSelection,
  useSessionClock,
  useSessionStore,
  useSessionView,
} from '../../../session/session-context.tsx'
import { useSpanPicking } from '../../../session/span-selection.ts'
import { useIsRunning, useProjection } from '../../../session/use-projection.ts'
import { loadedLater } from '../../../ui/loading/lazy-component.tsx'
import { Empty } from '../../../ui/loading/notice.tsx'
import { classNames } from '../../../ui/styles/class-names.ts'
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx'
import { createPaint } from '../canvas/paint.ts'
import { Surface } from '../canvas/surface.ts'
import type { Hovered } from '../input/hit-test.ts'
import { PlotGestures } from '../input/plot-gestures.ts'
import { tellFold } from '../model/idle-periods.ts'
import { tellPlace, usePlace } from '../model/playhead-position.ts'
import { laneHeight, lanesBox, type Scene } from '../model/scene.ts'
import type { SpanMatches } from '../model/span-filter.ts'
import type { Stage, StageInput } from '../model/timeline-stage.ts'
import { sharesOf } from '../model/waste-groups.ts'
import hoverCardStyles from './hover-card.module.css'
import { LaneLabels } from './lane-labels.tsx'
import styles from './timeline-plot.module.css'

interface TimelinePlotProps {
  readonly stage: Stage
  readonly collapsed: ReadonlySet<SpanId>
  /** Lanes that are left out. */
  readonly hidden: ReadonlySet<SpanId>
  /** Absent while nothing is filtered. */
  readonly matches: SpanMatches | undefined
  readonly isTinted: boolean
  readonly onToggleLane: (agentId: SpanId) => void
  /** Is given what draws the plot anew. */
  readonly redraw: RefObject<() => void>
}

const selectIsEmpty = ({ laneOrder }: TimelineState) => laneOrder.length === 0

/** What the session's agents did when; before the first of them, a sentence about it. */
export function TimelinePlot(props: TimelinePlotProps) {
  const isEmpty = useProjection(useLiveView(), 'timeline', selectIsEmpty)
  return isEmpty ? <EmptyPlot /> : <DrawnPlot {...props} />
}

/** There is no scale without time. Keys that move the playhead have their place all the same. */
function EmptyPlot() {
  return (
    <div className={classNames(styles.plot, styles.nothing)}>
      <PlayheadSlider />
      <Empty isFlat>
        What agents do appears here, each in a lane of its own, from the first prompt on.
      </Empty>
    </div>
  )
}

/** Overview, lanes and cost on a canvas, with the lanes' names beside them. */
function DrawnPlot(props: TimelinePlotProps) {
  const { stage, collapsed, hidden, onToggleLane, redraw } = props
  const plot = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const labels = useRef<HTMLDivElement>(null)
  const [hovering] = useState(() => new Store<Hovered | undefined>(undefined))
  useEffect(() => () => hovering[Symbol.dispose](), [hovering])
  const input = useStageInput(props)
  useSurface({ stage, input, labels, canvas, redraw })
  useGestures({ stage, plot, redraw, onHover: hovering.set })
  return (
    <div ref={plot} className={styles.plot}>
      <canvas ref={canvas} className={styles.canvas} aria-hidden />
      <PlayheadSlider />
      <FoldedTime stage={stage} />
      <LaneLabels
        stage={stage}
        place={labels}
        collapsed={collapsed}
        hidden={hidden}
        onToggle={onToggleLane}
      />
      <HoverCard hovering={hovering} />
    </div>
  )
}

/** To a screen reader and to keys the overview is the playhead's slider; pointers meet the plot. */
function PlayheadSlider() {
  const place = usePlace()
  return (
    <div
      className={styles.slider}
      role="slider"
      tabIndex={0}
      aria-label="Playhead"
      aria-valuemin={1}
      aria-valuemax={place.lastSeq}
      aria-valuenow={place.seq}
      aria-valuetext={tellPlace(place)}
    />
  )
}

/** The time that is drawn shorter than it was, for who cannot point at it. */
function FoldedTime({ stage }: { readonly stage: Stage }) {
  const folds = useSyncExternalStore(stage.subscribe, () => stage.readout().folds)
  if (folds.length === 0) return null
  return (
    <VisuallyHidden>
      <ul aria-label="Folded time">
        {folds.map((fold) => (
          <li key={fold.from}>{tellFold(fold)}</li>
        ))}
      </ul>
    </VisuallyHidden>
  )
}

type Fixed = Omit<StageInput, 'width' | 'height'>

/** Reads what is to be drawn at the moment it is drawn. */
function useStageInput({ collapsed, hidden, matches, isTinted }: TimelinePlotProps): () => Fixed {
  const view = useSessionView()
  const store = useSessionStore()
  const live = useLiveView()
  const controls = usePlayheadControls()
  const { spanId, found } = useSelection()
  const bookmarks = useBookmarks()
  const clock = useSessionClock()
  const isReachable = useConnectionState() === 'open'
  return () => {
    const { playhead } = controls
    const timeline = live.state('timeline')
    const isGrowing = isReachable && live.state('status').runId !== undefined
    const lastAt = timeline.lastAt ?? 0
    const isLive = playhead === 'live'
    return {
      timeline,
      seq: isLive ? live.seq : playhead,
      // What was said about the recording later is shown at its end.
      at: isLive ? lastAt : Math.min(store.atOf(playhead), lastAt),
      isLive,
      isGrowing,
      endAt: clock.now(),
      seqAt: (time) => store.seqAt(time),
      historySeq: store.historySeq,
      hueOf: (agentId) => hueIndexIn(timeline.lanes, agentId),
      collapsed,
      hidden,
      matches,
      selectedId: found?.spanId ?? spanId,
      bookmarks,
      tints: isTinted ? sharesOf(view.state('waste').byAgent) : undefined,
    }
  }
}

interface SurfaceUse {
  readonly stage: Stage
  readonly input: () => Fixed
  readonly labels: RefObject<HTMLDivElement | null>
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly redraw: RefObject<() => void>
}

const TICK_MS = 100

/**
 * Draws when the log grows, when time passes in a run, and as soon as the playhead has moved: before
 * anything else is drawn by it, what it tells in words comes with the rest, and writing on the canvas
 * lays out nothing, for nothing of the page has changed yet.
 */
function useSurface({ stage, input, labels, canvas, redraw }: SurfaceUse): void {
  const live = useLiveView()
  const store = useSessionStore()
  const onMove = usePlayheadMoves()
  const isGrowing = useIsRunning(live)
  const latest = useRef(input)
  const surface = useRef<Surface>(undefined)
  useLayoutEffect(() => {
    if (!canvas.current) return undefined
    using stack = new DisposableStack()
    const paint = createPaint()
    const own = stack.use(
      new Surface(canvas.current, (pen, size) => {
        const scene = stage.update({ ...latest.current(), ...size })
        if (labels.current) placeLabels(labels.current, scene)
        paint(pen, scene)
      }),
    )
    surface.current = own
    redraw.current = () => own.request()
    stack.defer(onMove(() => own.drawNow()))
    stack.defer(live.subscribe(() => own.request()))
    // How much happened when is known once the history is here: it is drawn then, not page by page.
    stack.defer(store.subscribe(() => store.isHistoryComplete && own.request()))
    const kept = stack.move()
    return () => kept.dispose()
  }, [stage, live, store, onMove, labels, canvas, redraw])
  useLayoutEffect(() => {
    latest.current = input
    surface.current?.requestNow()
  })
  useEffect(() => {
    if (!isGrowing) return undefined
    const timer = setInterval(() => surface.current?.request(), TICK_MS)
    return () => clearInterval(timer)
  }, [isGrowing])
}

/** The names are elements: they keep to the lanes that are drawn. */
function placeLabels(labels: HTMLElement, scene: Scene): void {
  const height = `${lanesBox(scene).height}px`
  if (labels.style.height !== height) labels.style.height = height
  labels.style.setProperty('--lane', `${laneHeight(scene)}px`)
  const wasScrolled = labels.hasAttribute('data-scrolled')
  const isScrolled = scene.scrollTop > 0
  labels.toggleAttribute('data-scrolled', isScrolled)
  // To ask how far it is scrolled lays out the page.
  if (!isScrolled && !wasScrolled) return
  if (labels.scrollTop !== scene.scrollTop) labels.scrollTop = scene.scrollTop
}

interface GestureUse {
  readonly stage: Stage
  readonly plot: RefObject<HTMLDivElement | null>
  readonly redraw: RefObject<() => void>
  readonly onHover: (hovered: Hovered | undefined) => void
}

function useGestures({ stage, plot, redraw, onHover }: GestureUse): void {
  const store = useSessionStore()
  const { seek, goLive } = usePlayheadControls()
  const { goTo, pickInTime } = useSpanPicking()
  const acts = {
    seekTo: (at: number) => {
      const seq = store.seqAt(at)
      if (seq >= store.lastSeq) goLive()
      else seek(Math.max(1, seq))
    },
    seek,
    pick: pickInTime,
    goTo,
    hover: onHover,
    redraw: () => redraw.current(),
  }
  const latest = useRef(acts)
  useLayoutEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    if (!plot.current) return undefined
    const gestures = new PlotGestures(plot.current, stage, () => latest.current)
    return () => gestures[Symbol.dispose]()
  }, [stage, plot])
}

/** They come with the first. */
const HoverFacts = loadedLater(async () => (await import('./hover-facts.tsx')).HoverFacts)

const CARD_PX = 280
/** With three lines. */
const CARD_TALL_PX = 84
const GAP_PX = 10

interface HoverCardProps {
  /** A store, so that the pointer draws this card again and not the plot. */
  readonly hovering: Store<Hovered | undefined>
}

/** Names what is under the pointer: how long it took, its tokens and its cost. */
function HoverCard({ hovering }: HoverCardProps) {
  const hovered = useSyncExternalStore(hovering.subscribe, hovering.get)
  if (!hovered) return null
  const { hit, x, y, width } = hovered
  const isOfLane = hit.type === 'span' || hit.type === 'rest'
  const isBelow = !isOfLane || y < CARD_TALL_PX
  return (
    <div
      className={isBelow ? hoverCardStyles.below : hoverCardStyles.card}
      style={{ ...besides(x, width), '--pointer-y': `${y}px` }}
      aria-hidden
    >
      <HoverFacts hovered={hovered} />
    </div>
  )
}

/** At the side of the pointer that has room for it. */
function besides(x: number, width: number): { readonly left: number } | { readonly right: number } {
  if (x + CARD_PX + 2 * GAP_PX <= width) return { left: Math.max(GAP_PX, x + GAP_PX) }
  return { right: Math.max(GAP_PX, width - x + GAP_PX) }
}

import { axisAt, GUTTER, type Scene } from '../model/scene.ts'
import type { Stage } from '../model/timeline-stage.ts'
import { type Hit, type Hovered, hitTest, type WindowPart } from './hit-test.ts'

/** What a pointer in the plot can bring about. */
interface PlotActs {
  /** A moment, in milliseconds since the epoch. */
  seekTo(at: number): void
  seek(seq: number): void
  /** By a click; by a double click it is gone to. */
  pick(spanId: string): void
  goTo(spanId: string): void
  hover(hovered: Hovered | undefined): void
  redraw(): void
}

type Drag =
  | { readonly type: 'scrub'; readonly on: 'strip' | 'ruler' }
  | { readonly type: 'window'; readonly part: WindowPart; moved: number; x: number }
  | { readonly type: 'pan'; readonly from: Hit; moved: number; x: number; y: number }

const CLICK_PX = 4
const ZOOM_PER_PX = 0.0022
const LINE_PX = 18

/** Pointer and wheel in the plot: scrubs on strip and ruler, drags and zooms the lanes, picks spans. */
export class PlotGestures implements Disposable {
  readonly #plot: HTMLElement
  readonly #stage: Stage
  readonly #acts: () => PlotActs
  readonly #ended = new AbortController()
  #drag: Drag | undefined
  #frame = 0
  #awaited: (() => void) | undefined

  constructor(plot: HTMLElement, stage: Stage, acts: () => PlotActs) {
    this.#plot = plot
    this.#stage = stage
    this.#acts = acts
    const { signal } = this.#ended
    plot.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    plot.addEventListener('pointermove', (event) => this.#move(event), { signal })
    plot.addEventListener('pointerup', (event) => this.#up(event), { signal })
    plot.addEventListener('pointercancel', () => this.#end(), { signal })
    plot.addEventListener('pointerleave', () => this.#hover(undefined), { signal })
    plot.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false })
    plot.addEventListener('dblclick', (event) => this.#clickTwice(event), { signal })
  }

  [Symbol.dispose](): void {
    this.#ended.abort()
    cancelAnimationFrame(this.#frame)
  }

  #down(event: PointerEvent): void {
    const scene = this.#stage.scene
    if (!scene || event.button !== 0 || isOnControl(event)) return
    const { x, y } = this.#place(event)
    const hit = hitTest(scene, x, y)
    this.#takePress(event)
    this.#hover(undefined)
    if (isMark(hit)) this.#oncePerFrame(() => this.#acts().seek(hit.mark.seq))
    if (hit.type === 'window') this.#drag = { ...hit, moved: 0, x }
    else if (hit.type === 'strip' || isMark(hit)) this.#drag = { type: 'scrub', on: 'strip' }
    else if (isOfRuler(hit)) this.#drag = { type: 'scrub', on: 'ruler' }
    else this.#drag = { type: 'pan', from: hit, moved: 0, x, y }
    if (hit.type === 'strip' || isOfRuler(hit)) this.#scrubTo(x)
  }

  /**
   * Whoever has pressed somewhere goes on with keys, which the overview takes. It is given the focus
   * before anything has changed: by itself the browser would lay the page out for that with all that
   * the press brought about, and for the frame a second time.
   */
  #takePress(event: PointerEvent): void {
    event.preventDefault()
    this.#plot.setPointerCapture(event.pointerId)
    const overview = this.#plot.querySelector<HTMLElement>('[role=slider]')
    overview?.focus({ preventScroll: true, focusVisible: false })
  }

  #move(event: PointerEvent) {
    const { x, y } = this.#place(event)
    const drag = this.#drag
    if (!drag) return this.#point(event, x, y)
    if (drag.type === 'scrub') return this.#scrubTo(x)
    if (drag.type === 'window') return this.#dragWindow(drag, x)
    drag.moved += Math.abs(x - drag.x) + Math.abs(y - drag.y)
    if (drag.moved > CLICK_PX) this.#stage.pan(drag.x - x, drag.y - y)
    drag.x = x
    drag.y = y
    this.#acts().redraw()
  }

  /** In the overview. */
  #dragWindow(drag: Extract<Drag, { type: 'window' }>, x: number): void {
    const scene = this.#stage.scene
    if (!scene) return
    drag.moved += Math.abs(x - drag.x)
    const at = axisAt(scene, scene.whole, x)
    if (drag.part !== 'middle') this.#stage.stretch(drag.part, at)
    else if (drag.moved > CLICK_PX) this.#stage.slide(at - axisAt(scene, scene.whole, drag.x))
    drag.x = x
    this.#acts().redraw()
  }

  #up(event: PointerEvent) {
    const drag = this.#drag
    // A click into the window is one into the overview.
    if (drag?.type === 'window' && drag.part === 'middle' && drag.moved <= CLICK_PX) {
      this.#scrubTo(drag.x)
    }
    this.#end()
    if (drag?.type !== 'pan' || drag.moved > CLICK_PX) return
    if (drag.from.type !== 'span') return this.#point(event, drag.x, drag.y)
    const { span } = drag.from
    this.#acts().pick(span.id)
  }

  #end(): void {
    this.#drag = undefined
  }

  #scrubTo(x: number): void {
    const isOnRuler = this.#drag?.type === 'scrub' && this.#drag.on === 'ruler'
    this.#oncePerFrame(() => {
      const scene = this.#stage.scene
      if (scene) this.#acts().seekTo(timeAt(scene, x, isOnRuler))
    })
  }

  /**
   * At once, so that the work is not begun when the frame is. However often the pointer moves, the
   * playhead does once a frame more: the last place counts.
   */
  #oncePerFrame(act: () => void): void {
    if (this.#frame) {
      this.#awaited = act
      return
    }
    act()
    this.#frame = requestAnimationFrame(() => this.#endFrame())
  }

  #endFrame(): void {
    const awaited = this.#awaited
    this.#frame = 0
    this.#awaited = undefined
    awaited?.()
  }

  #point(event: PointerEvent, x: number, y: number) {
    const scene = this.#stage.scene
    if (!scene || isOnControl(event)) return this.#hover(undefined)
    const hit = hitTest(scene, x, y)
    this.#plot.style.cursor = cursorOf(hit, this.#stage.isWhole)
    if (hit.type === 'lane' || hit.type === 'nothing') return this.#hover(undefined)
    const { width, seq, endAt } = scene
    this.#hover({ hit, x, y, width, seq, endAt, at: timeAt(scene, x, isOfRuler(hit)) })
  }

  #hover(hovered: Hovered | undefined): void {
    const id = hovered?.hit.type === 'span' ? hovered.hit.span.id : undefined
    if (this.#stage.hover(id)) this.#acts().redraw()
    this.#acts().hover(hovered)
  }

  #wheel(event: WheelEvent): void {
    const scene = this.#stage.scene
    if (!scene) return
    event.preventDefault()
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1
    const [across, down] = [event.deltaX * unit, event.deltaY * unit]
    if (event.ctrlKey || event.altKey || event.metaKey) {
      const { x } = this.#place(event)
      this.#stage.zoom(
        Math.exp(down * ZOOM_PER_PX),
        axisAt(scene, scene.window, Math.max(GUTTER, x)),
      )
    } else if (event.shiftKey) this.#stage.pan(across || down, 0)
    else this.#stage.pan(across, down)
    this.#hover(undefined)
    this.#acts().redraw()
  }

  #clickTwice(event: MouseEvent): void {
    if (isOnControl(event)) return
    const { x, y } = this.#place(event)
    const hit = this.#stage.scene && hitTest(this.#stage.scene, x, y)
    if (hit?.type === 'span') this.#acts().goTo(hit.span.id)
    else if (hit?.type !== 'window') this.#stage.showAll()
    this.#acts().redraw()
  }

  #place({ clientX, clientY }: MouseEvent): { x: number; y: number } {
    const { left, top } = this.#plot.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
}

function isOnControl({ target }: Event): boolean {
  return target instanceof Element && target.closest('button') !== null
}

/** The moment at `x`, in milliseconds since the epoch. */
function timeAt(scene: Scene, x: number, isOnRuler: boolean): number {
  const axisMs = axisAt(scene, isOnRuler ? scene.window : scene.whole, x)
  return axisMs <= 0 ? scene.axis.origin : scene.axis.toTime(axisMs)
}

function isMark(hit: Hit): hit is Extract<Hit, { type: 'mark' | 'bookmark' }> {
  return hit.type === 'mark' || hit.type === 'bookmark'
}

function isOfRuler({ type }: Hit): boolean {
  return type === 'ruler' || type === 'fold'
}

function cursorOf(hit: Hit, isWhole: boolean): string {
  if (hit.type === 'span' || isMark(hit)) return 'pointer'
  if (hit.type === 'window') return hit.part === 'middle' ? 'grab' : 'col-resize'
  if (hit.type === 'strip' || isOfRuler(hit)) return 'ew-resize'
  return isWhole ? 'default' : 'grab'
}

import { showInvisible } from '#shared/lib/invisible-characters.ts'
import { watchTheme } from '../../../ui/styles/theme.ts'
import type { Box } from '../model/scene.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** A canvas that keeps to its element's size, the screen's density and the theme, and draws once a frame at most. */
export class Surface implements Disposable {
  readonly #canvas: HTMLCanvasElement
  readonly #draw: (pen: Pen, size: Size) => void
  readonly #context: CanvasRenderingContext2D | null
  readonly #cleanUp = new DisposableStack()
  #pen: Pen | undefined
  #frame = 0
  #isAwaited = false
  /** As last observed, which is before its first frame: to ask would lay out the page in the middle of one. */
  #size: Size = { width: 0, height: 0 }

  constructor(canvas: HTMLCanvasElement, draw: (pen: Pen, size: Size) => void) {
    this.#canvas = canvas
    this.#draw = draw
    this.#context = canvas.getContext('2d')
    const resizing = new ResizeObserver((entries) => this.#resize(entries))
    resizing.observe(canvas)
    this.#cleanUp.defer(() => resizing.disconnect())
    this.#cleanUp.defer(watchTheme(() => this.#forgetTheme()))
    this.#cleanUp.defer(() => cancelAnimationFrame(this.#frame))
    // To ask whether they are ready works out the whole page.
    document.fonts.addEventListener('loadingdone', this.request)
    this.#cleanUp.defer(() => document.fonts.removeEventListener('loadingdone', this.request))
  }

  /** Draws before the next frame. */
  readonly request = (): void => {
    if (this.#frame || this.#cleanUp.disposed) return
    this.#frame = requestAnimationFrame(() => this.drawNow())
  }

  /**
   * Draws in the frame that is being made, once all that changes with it has: to write on a canvas
   * works out the page's styles.
   */
  requestNow(): void {
    if (this.#isAwaited) return
    this.#isAwaited = true
    queueMicrotask(() => {
      this.#isAwaited = false
      if (!this.#cleanUp.disposed) this.drawNow()
    })
  }

  /** Draws at once. */
  drawNow(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    const size = this.#size
    if (!this.#context || size.width === 0 || size.height === 0) return
    this.#pen ??= new Pen(this.#context, readPalette(this.#canvas))
    this.#fit(this.#context, size)
    this.#draw(this.#pen, size)
  }

  [Symbol.dispose](): void {
    this.#cleanUp.dispose()
  }

  #resize(entries: readonly ResizeObserverEntry[]): void {
    const { width, height } = entries.at(-1)?.contentRect ?? this.#size
    this.#size = { width: Math.round(width), height: Math.round(height) }
    this.drawNow()
  }

  #fit(context: CanvasRenderingContext2D, { width, height }: Size): void {
    const ratio = window.devicePixelRatio || 1
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (this.#canvas.width !== across) this.#canvas.width = across
    if (this.#canvas.height !== down) this.#canvas.height = down
    context.setTransform(across / width, 0, 0, down / height, 0, 0)
  }

  #forgetTheme(): void {
    this.#pen = undefined
    this.request()
  }
}

/** A canvas's context with the theme's colours, and a faintness that everything drawn with it has. */
export class Pen {
  readonly context: CanvasRenderingContext2D
  readonly palette: Palette
  /** 1 is as meant; what lies ahead of the playhead is drawn with less. */
  strength = 1

  constructor(context: CanvasRenderingContext2D, palette: Palette) {
    this.context = context
    this.palette = palette
  }

  hue(index: number): string {
    return this.palette.agents[index % this.palette.agents.length] ?? this.palette.text
  }

  /** Draws within `box` only. */
  within({ x, y, width, height }: Box, draw: () => void): void {
    const { context } = this
    context.save()
    context.beginPath()
    context.rect(x, y, width, height)
    context.clip()
    draw()
    context.restore()
  }

  fill(path: Path2D, color: string, opacity = 1): void {
    const { context } = this
    context.globalAlpha = opacity * this.strength
    context.fillStyle = color
    context.fill(path)
  }

  stroke(
    path: Path2D,
    color: string,
    { width = 1, opacity = 1, dash = [] as number[] } = {},
  ): void {
    const { context } = this
    context.globalAlpha = opacity * this.strength
    context.strokeStyle = color
    context.lineWidth = width
    context.setLineDash(dash)
    context.stroke(path)
  }

  /** `y` is the baseline. Invisible characters are written out. */
  text(
    text: string,
    x: number,
    y: number,
    { color, size = 11, weight = 400, opacity = 1, align = 'left' }: TextStyle,
  ): void {
    const { context } = this
    context.globalAlpha = opacity * this.strength
    context.fillStyle = color
    context.font = `${weight} ${size}px ${this.palette.font}`
    context.textAlign = align
    context.fillText(showInvisible(text), x, y)
  }

  widthOf(text: string, { size = 11, weight = 400 }: Pick<TextStyle, 'size' | 'weight'>): number {
    this.context.font = `${weight} ${size}px ${this.palette.font}`
    return this.context.measureText(showInvisible(text)).width
  }
}

interface TextStyle {
  readonly color: string
  readonly size?: number
  readonly weight?: number
  readonly opacity?: number
  /** Which end of the text `x` is. */
  readonly align?: 'left' | 'right'
}

export function roundedPath({ x, y, width, height }: Box, radius: number): Path2D {
  const path = new Path2D()
  path.roundRect(x, y, Math.max(0, width), Math.max(0, height), Math.min(radius, width / 2))
  return path
}

export function linePath(x1: number, y1: number, x2: number, y2: number): Path2D {
  const path = new Path2D()
  path.moveTo(x1, y1)
  path.lineTo(x2, y2)
  return path
}

export function inset({ x, y, width, height }: Box, by: number): Box {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by }
}

/** The colours and fonts of the theme, as a canvas takes them. */
export interface Palette {
  readonly ground: string
  readonly panel: string
  readonly raised: string
  readonly line: string
  readonly strongLine: string
  readonly text: string
  readonly quietText: string
  readonly faintText: string
  readonly accent: string
  readonly curve: string
  readonly accentSoft: string
  readonly ok: string
  readonly warn: string
  readonly error: string
  /** The lead's hue, then the subagents'. */
  readonly agents: readonly string[]
  readonly font: string
  /** How strongly an outline is drawn of what is over, from 0 to 1. */
  readonly overOpacity: number
}

const AGENT_HUES = [0, 1, 2, 3, 4, 5, 6, 7]

/** Reads the tokens that hold for `element` now. */
function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    ground: read('--bg-0'),
    panel: read('--bg-1'),
    raised: read('--bg-2'),
    line: read('--line'),
    strongLine: read('--line-2'),
    text: read('--text'),
    quietText: read('--text-2'),
    faintText: read('--text-3'),
    accent: read('--accent'),
    curve: read('--accent-2'),
    accentSoft: read('--accent-soft'),
    ok: read('--ok'),
    warn: read('--warn'),
    error: read('--error'),
    agents: AGENT_HUES.map((hue) => read(`--agent-${hue}`)),
    font: read('--font') || 'sans-serif',
    overOpacity: Number(read('--over-opacity')) || 0.55,
  }
}

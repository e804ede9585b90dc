import { watchTheme } from '../../ui/watch-theme.ts'
import { readPalette } from './palette.ts'
import { Pen } from './pen.ts'

export interface Size {
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

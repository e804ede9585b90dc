import { type Box, lanesReached, type Scene, STRIP, stripReached } from '../model/scene.ts'
import type { Pen } from './surface.ts'

type Paint = (pen: Pen, scene: Scene) => void

interface Painting {
  /** Everything; then what everything lies on. */
  readonly paintAll: Paint
  readonly paintGround: Paint
}

/** The same stretch of time: all of it past, all of it still ahead, and without what happened in it. */
interface Made {
  readonly past: OffscreenCanvas
  readonly ahead: OffscreenCanvas
  readonly ground: OffscreenCanvas
}

/** Parts of the pictures, on the canvas. */
interface Copied {
  /** Takes away from a box what happened. */
  readonly bare: (box: Box) => void
}

/** Above it the overview's playhead parts what is past from what is ahead; below it the lanes'. */
const STRIP_FOOT = STRIP.top + STRIP.height + 1

/** What stays as it was while a playhead moves is drawn once, and copied from then on. */
export class Pictures {
  readonly #painting: Painting
  #of: readonly unknown[] = []
  #made: Made | undefined

  constructor(painting: Painting) {
    this.#painting = painting
  }

  /** `undefined` for what is seen for the first time: it may not be seen again. */
  copy(pen: Pen, scene: Scene): Copied | undefined {
    const of = contentsOf(pen, scene)
    if (!of.every((one, index) => Object.is(one, this.#of[index]))) {
      this.#of = of
      this.#made = undefined
      return undefined
    }
    this.#made ??= this.#make(pen, scene)
    const { past, ahead, ground } = this.#made
    const { width } = scene
    const lanes = { y: STRIP_FOOT, height: scene.height - STRIP_FOOT }
    copyBand(
      pen,
      { past, ahead },
      { y: 0, height: STRIP_FOOT, width, reached: stripReached(scene) },
    )
    copyBand(pen, { past, ahead }, { ...lanes, width, reached: lanesReached(scene) })
    return { bare: (box) => copyBox(pen, ground, box) }
  }

  #make(pen: Pen, scene: Scene): Made {
    const { paintAll, paintGround } = this.#painting
    const end = { ...scene, seq: Number.POSITIVE_INFINITY, at: scene.endAt, isLive: true }
    return {
      past: draw(pen, end, paintAll),
      ahead: draw(pen, { ...scene, seq: 0, at: 0 }, paintAll),
      ground: draw(pen, end, paintGround),
    }
  }
}

/** All that is seen but the playhead; `laid` is another one whenever the log or the window is. */
function contentsOf(pen: Pen, scene: Scene): readonly unknown[] {
  const { laid, rows, scrollTop, bookmarks, density, tints } = scene
  const { width, height } = pen.context.canvas
  return [pen, laid, rows, scrollTop, bookmarks, density, tints, width, height]
}

/** By way of the canvas itself: elsewhere letters are drawn otherwise, for they have no style around them. */
function draw(pen: Pen, scene: Scene, paint: Paint): OffscreenCanvas {
  const { context } = pen
  const { width, height } = context.canvas
  const picture = new OffscreenCanvas(width, height)
  context.clearRect(0, 0, scene.width, scene.height)
  paint(pen, scene)
  picture.getContext('2d')?.drawImage(context.canvas, 0, 0)
  return picture
}

interface Band {
  readonly y: number
  readonly width: number
  readonly height: number
  /** How far from the left it is past. */
  readonly reached: number
}

function copyBand(pen: Pen, { past, ahead }: Omit<Made, 'ground'>, band: Band): void {
  const { y, width, height, reached } = band
  copyBox(pen, past, { x: 0, y, width: reached, height })
  copyBox(pen, ahead, { x: reached, y, width: width - reached, height })
}

/** Pixel by pixel: the canvas may have others than the window. */
function copyBox({ context }: Pen, picture: OffscreenCanvas, box: Box): void {
  const { a: across, d: down } = context.getTransform()
  const [left, right] = [Math.round(box.x * across), Math.round((box.x + box.width) * across)]
  const [top, bottom] = [Math.round(box.y * down), Math.round((box.y + box.height) * down)]
  const [width, height] = [right - left, bottom - top]
  if (width <= 0 || height <= 0) return
  context.save()
  context.resetTransform()
  context.globalAlpha = 1
  context.clearRect(left, top, width, height)
  context.drawImage(picture, left, top, width, height, left, top, width, height)
  context.restore()
}

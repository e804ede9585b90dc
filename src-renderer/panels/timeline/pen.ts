import { showInvisible } from '#shared/lib/invisible-characters.ts'
import type { Palette } from './palette.ts'
import type { Box } from './scene.ts'

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

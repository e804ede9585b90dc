import type { Mark } from '#shared/projections/timeline.ts'
import { heightOf } from './density.ts'
import { linePath, type Pen, roundedPath } from './pen.ts'
import {
  type Box,
  GUTTER,
  plotWidth,
  type Scene,
  STRIP,
  stripXOf,
  windowPlace,
  xIn,
} from './scene.ts'

const RADIUS = 5
const TALLEST_PX = 15
const AHEAD = 0.3
/** It is of the person who looks, not of what was to come. */
const AHEAD_BOOKMARK = 0.6

/** The whole session at a glance: how much happened when, and what is worth finding again. */
export function paintStrip(pen: Pen, scene: Scene): void {
  const box = { x: GUTTER, y: STRIP.top, width: plotWidth(scene.width), height: STRIP.height }
  pen.fill(roundedPath(box, RADIUS), pen.palette.raised)
  pen.within(box, () => paintDensity(pen, scene, box))
  pen.stroke(roundedPath(halfIn(box), RADIUS), pen.palette.strongLine)
  paintWindow(pen, scene, box)
  paintMarks(pen, scene)
  paintBookmarks(pen, scene)
}

/** A person's own, at the foot, so that they and what they are about are both seen. */
function paintBookmarks(pen: Pen, scene: Scene): void {
  const foot = STRIP.top + STRIP.height - 1
  for (const { seq, at } of scene.bookmarks) {
    const x = stripXOf(scene, at)
    pen.strength = seq <= scene.seq ? 1 : AHEAD_BOOKMARK
    pen.fill(new Path2D(`M${x - 3.5} ${foot - 10}h7v10l-3.500-3-3.500 3z`), pen.palette.text)
  }
  pen.strength = 1
}

/** Errors last: nothing is to lie over them. */
const drawnInOrder = [
  'end',
  'fork',
  'rewind',
  'compaction',
  'edit',
  'approval',
  'error',
] as const satisfies readonly Mark['type'][]

/** Closer than this, marks of one type are too many for their signs. */
const CROWDED_PX = 9

/** Signs; where those of one type would lie over each other, ticks in a row of that type's own. */
function paintMarks(pen: Pen, scene: Scene): void {
  const byType = Map.groupBy(scene.marks, ({ type }) => type)
  for (const type of drawnInOrder) paintType(pen, scene, byType.get(type) ?? [])
  pen.strength = 1
}

/** Of marks at one place, one. */
function paintType(pen: Pen, scene: Scene, marks: readonly Mark[]): void {
  let before = Number.NEGATIVE_INFINITY
  let x = Number.NEGATIVE_INFINITY
  marks.forEach((mark, index) => {
    const at = stripXOf(scene, mark.at)
    if (at - x < 1) return
    before = x
    x = at
    const next = marks[index + 1]
    const isCrowded = x - before < CROWDED_PX || (next && stripXOf(scene, next.at) - x < CROWDED_PX)
    pen.strength = mark.seq <= scene.seq ? 1 : AHEAD
    if (isCrowded && hasTicks(mark.type)) paintTick(pen, mark.type, x)
    else paintMark(pen, mark, x)
  })
}

const tickRows = { error: 2, approval: 5.5, edit: 9, compaction: 12.5 } as const

/** What there are few of is never crowded. */
function hasTicks(type: Mark['type']): type is keyof typeof tickRows {
  return Object.hasOwn(tickRows, type)
}

function paintTick(pen: Pen, type: keyof typeof tickRows, x: number): void {
  const { accent, error, warn, quietText } = pen.palette
  const color = { error, approval: warn, edit: accent, compaction: quietText }[type]
  const tick = { x: x - 1, y: STRIP.top + tickRows[type], width: 2, height: 3 }
  pen.fill(roundedPath(tick, 0.5), color)
}

function paintDensity(pen: Pen, { density, seq, whole, at, axis, width }: Scene, box: Box): void {
  const highest = density.reduce((most, count) => Math.max(most, count), 0)
  const apart = box.width / density.length
  const reached = seq > 0 ? xIn({ width }, whole, axis.toAxis(at)) : box.x
  const past = new Path2D()
  const ahead = new Path2D()
  density.forEach((count, index) => {
    if (count === 0) return
    const x = box.x + (index + 0.5) * apart
    const path = x <= reached ? past : ahead
    path.moveTo(x, box.y + box.height - 2)
    path.lineTo(x, box.y + box.height - 3.5 - TALLEST_PX * heightOf(count, highest))
  })
  pen.stroke(past, pen.palette.faintText, { width: 1.6, opacity: 0.75 })
  pen.stroke(ahead, pen.palette.faintText, { width: 1.6, opacity: AHEAD })
}

/** The stretch that the lanes show, where they do not show all: the rest is dimmed, its ends are grips. */
function paintWindow(pen: Pen, scene: Scene, box: Box): void {
  const place = windowPlace(scene)
  if (!place) return
  const { from, to } = place
  const shown = { x: from, y: box.y, width: to - from, height: box.height }
  pen.within(box, () => {
    const rest = new Path2D()
    rest.rect(box.x, box.y, from - box.x, box.height)
    rest.rect(to, box.y, box.x + box.width - to, box.height)
    pen.fill(rest, pen.palette.panel, 0.55)
    pen.stroke(roundedPath(halfIn(shown), 3), pen.palette.quietText)
  })
  for (const x of [from, to]) {
    const grip = { x: x - 2, y: box.y + 5, width: 4, height: box.height - 10 }
    pen.fill(roundedPath(grip, 2), pen.palette.quietText)
  }
}

function paintMark(pen: Pen, { type, outcome }: Mark, x: number) {
  const y = STRIP.top + 6
  const { accent, error, warn, quietText } = pen.palette
  switch (type) {
    case 'edit':
      return pen.fill(new Path2D(`M${x} ${y - 4}l4 4-4 4-4-4z`), accent)
    case 'error':
      return pen.fill(new Path2D(`M${x} ${y - 4}l4.500 8h-9z`), error)
    case 'approval':
      return pen.fill(circle(x, y, 3.6), warn)
    case 'compaction':
      return pen.stroke(new Path2D(`M${x - 3} ${y - 4}v8l3-4 3 4v-8l-3 4z`), quietText)
    case 'fork':
    case 'rewind':
      return pen.stroke(linePath(x, STRIP.top, x, STRIP.top + STRIP.height), accent, { width: 2 })
    case 'end':
      return pen.stroke(
        linePath(x, STRIP.top + 2, x, STRIP.top + STRIP.height - 2),
        outcome === 'error' ? error : quietText,
      )
  }
}

function circle(x: number, y: number, radius: number): Path2D {
  const path = new Path2D()
  path.arc(x, y, radius, 0, 2 * Math.PI)
  return path
}

function halfIn({ x, y, width, height }: Box): Box {
  return { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 }
}

import { heightOf } from './density.ts'
import { paintMarks } from './paint-marks.ts'
import { type Pen, roundedPath } from './pen.ts'
import {
  type Box,
  GUTTER,
  plotWidth,
  type Scene,
  STRIP,
  stripReached,
  stripXOf,
  windowPlace,
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

function paintDensity(pen: Pen, scene: Scene, box: Box): void {
  const { density } = scene
  const highest = density.reduce((most, count) => Math.max(most, count), 0)
  const apart = box.width / density.length
  const reached = scene.seq > 0 ? stripReached(scene) : box.x
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

function halfIn({ x, y, width, height }: Box): Box {
  return { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 }
}

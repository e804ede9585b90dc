import type { SerializedDockview } from 'dockview'
import { type DockPanel, leastOf } from './dock-panels.ts'

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Side by side, or one at a time. */
export type Shape = 'wide' | 'narrow'

const NARROWEST_WIDE = 760

export function shapeOf(width: number): Shape {
  return width < NARROWEST_WIDE ? 'narrow' : 'wide'
}

const LEFT = 226
const PLAN = 214
const TALK = 0.39
const LOWER = 0.36

/** How a dock looks before anybody has moved anything in it. */
export function defaultLayout(shape: Shape, size: Size): SerializedDockview {
  const root = shape === 'narrow' ? narrowRoot(size) : wideRoot(size)
  const panels = Object.fromEntries(panelsIn(root).map((id) => [id, describe(id)]))
  // Orientation is an enumeration of dockview’s, which would have to be loaded for one word.
  const orientation = 'HORIZONTAL' as SerializedDockview['grid']['orientation']
  return { grid: { root, ...size, orientation }, panels, activeGroup: 'transcript' }
}

function narrowRoot({ width, height }: Size): Branch {
  return branch(height, tabs(width, 'transcript', 'files', 'plan', 'editor', 'terminals'))
}

function wideRoot({ width, height }: Size): Branch {
  const talk = Math.round(width * TALK)
  const lower = Math.round(height * LOWER)
  return branch(
    height,
    branch(LEFT, tabs(height - PLAN, 'files'), tabs(PLAN, 'plan')),
    tabs(talk, 'transcript'),
    branch(width - LEFT - talk, tabs(height - lower, 'editor'), tabs(lower, 'terminals')),
  )
}

type Node = SerializedDockview['grid']['root']
type Branch = Node & { readonly type: 'branch' }

/** Its children are across from each other, as those of the next level are not. */
function branch(size: number, ...data: Node[]): Branch {
  return { type: 'branch', size, data }
}

/** A group of panels, called after the first, which is in front. */
function tabs(size: number, first: DockPanel, ...others: readonly DockPanel[]): Node {
  const views = [first, ...others]
  const hideHeader = others.length === 0
  return { type: 'leaf', size, data: { id: first, views, activeView: first, hideHeader } }
}

function panelsIn({ data }: Node): readonly string[] {
  return Array.isArray(data) ? data.flatMap(panelsIn) : data.views
}

/** One component draws them all: a panel is known by its id. */
export const COMPONENT = 'panel'

function describe(id: string) {
  return { id, contentComponent: COMPONENT, ...leastOf(id) }
}

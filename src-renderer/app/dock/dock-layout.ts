import type { SerializedDockview } from 'dockview'
import { z } from 'zod'
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

/** What is kept of a dock for the next start. */
interface KeptDock {
  readonly layout: SerializedDockview
  readonly memory: DockMemory
}

/** Where what is not on screen comes back to. */
export interface DockMemory {
  /** In whose tabs a closed panel was. */
  readonly mates: Readonly<Partial<Record<DockPanel, DockPanel>>>
  /** What went together with the left pane. */
  readonly wentAlong: readonly DockPanel[]
}

export const NO_MEMORY: DockMemory = { mates: {}, wentAlong: [] }

const keyOf = (shape: Shape) => `orrery.dock.${shape}`

/** What was kept; `undefined` where that is nothing, or nothing that can be shown. `known` are the panels there are. */
export function readKept(
  shape: Shape,
  known: readonly DockPanel[],
  kept: Pick<Storage, 'getItem'> = localStorage,
): KeptDock | undefined {
  try {
    return schemaOf(known).parse(JSON.parse(kept.getItem(keyOf(shape)) ?? '', toCurrentNames))
  } catch {
    return undefined
  }
}

export function keep(
  shape: Shape,
  dock: KeptDock,
  kept: Pick<Storage, 'setItem'> = localStorage,
): void {
  kept.setItem(keyOf(shape), JSON.stringify(dock))
}

export function forget(shape: Shape, kept: Pick<Storage, 'removeItem'> = localStorage): void {
  kept.removeItem(keyOf(shape))
}

/** Names that panels had before. */
const formerNames: Readonly<Partial<Record<string, DockPanel>>> = {
  review: 'changes',
  findings: 'code-review',
  log: 'logs',
}

/** Replaces former names of panels, in keys and values, as `JSON.parse` revives them. */
function toCurrentNames(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return toCurrentName(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [toCurrentName(key), part]))
}

function toCurrentName(name: string): string {
  return Object.hasOwn(formerNames, name) ? (formerNames[name] ?? name) : name
}

function schemaOf(known: readonly DockPanel[]) {
  const Panel = z.enum(known)
  const Layout = z.looseObject({
    grid: z.looseObject({}),
    panels: z.partialRecord(Panel, z.looseObject({})),
  })
  return z.object({
    // Dockview checks the rest when it takes it.
    layout: Layout.transform((layout) => withLeast(layout) as unknown as SerializedDockview),
    memory: z.object({
      mates: z.partialRecord(Panel, Panel),
      wentAlong: z.array(Panel),
    }),
  })
}

/** As small as panels can be now: what was kept may be of when they could be smaller. */
function withLeast<Layout extends { readonly panels: object }>(layout: Layout): Layout {
  const panels = Object.entries(layout.panels).map(([id, panel]) => [
    id,
    { ...panel, ...leastOf(id) },
  ])
  return { ...layout, panels: Object.fromEntries(panels) }
}

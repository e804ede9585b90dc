import type { SerializedDockview } from 'dockview'
import { z } from 'zod'
import type { Shape } from './default-layout.ts'
import { type DockPanel, leastOf } from './dock-panels.ts'

/** What is kept of a dock for the next start. */
export interface KeptDock {
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
    return schemaOf(known).parse(JSON.parse(kept.getItem(keyOf(shape)) ?? ''))
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

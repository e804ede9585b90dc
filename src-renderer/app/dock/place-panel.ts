import type { AddPanelOptions, DockviewApi, IDockviewPanel } from 'dockview'
import type { Shape } from './default-layout.ts'
import { type DockPanel, homeOf, turnsOf } from './dock-panels.ts'

/** What dockview is told of where a panel comes to stand. */
export type Placement = Pick<AddPanelOptions, 'position' | 'initialWidth' | 'initialHeight'>

/** Below this width there is no room beside a panel, and what would stand there becomes its tab. */
const NARROWEST_SHARED = 760

export interface Placed {
  readonly id: DockPanel
  readonly shape: Shape
  /** In whose tabs it was last. */
  readonly mate: DockPanel | undefined
}

/** Where a panel goes that is not in the dock: among the tabs it was in, or to its home. */
export function placementOf(api: DockviewApi, { id, shape, mate }: Placed): Placement {
  const among =
    findFirst(api, mate ? [mate] : []) ?? (shape === 'narrow' ? api.activePanel : undefined)
  if (among) return within(among)
  const { near, direction, size } = homeOf(id)
  const neighbour = findFirst(api, near)
  if (!neighbour) return atEdge(direction === 'within' ? 'right' : direction, size)
  if (direction === 'within' || !hasRoomBeside(neighbour, direction)) return within(neighbour)
  return { position: { referencePanel: neighbour, direction }, ...sizeOf(direction, size) }
}

/** The panel whose place this one takes: it takes turns with it, and is alone in its group. */
export function findTaken(api: DockviewApi, id: DockPanel): IDockviewPanel | undefined {
  const there = turnsOf(id).flatMap((one) => api.getPanel(one) ?? [])
  return there.find(({ group }) => group.panels.length === 1)
}

export function within(referencePanel: IDockviewPanel): Placement {
  return { position: { referencePanel, direction: 'within' } }
}

function findFirst(api: DockviewApi, ids: readonly DockPanel[]): IDockviewPanel | undefined {
  const there = ids.flatMap((id) => api.getPanel(id) ?? [])
  return there.find(({ group }) => group.api.isVisible)
}

type Side = 'left' | 'right' | 'above' | 'below'

function hasRoomBeside({ group }: IDockviewPanel, direction: Side): boolean {
  return direction === 'above' || direction === 'below' || group.width >= NARROWEST_SHARED
}

function atEdge(direction: Side, size: number | undefined): Placement {
  return { position: { direction }, ...sizeOf(direction, size) }
}

function sizeOf(direction: Side, size: number | undefined): Placement {
  if (size === undefined) return {}
  return direction === 'left' || direction === 'right'
    ? { initialWidth: size }
    : { initialHeight: size }
}

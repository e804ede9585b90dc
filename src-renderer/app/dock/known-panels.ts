import { assert } from '#shared/lib/assert.ts'
import { panels } from '../../panels/index.ts'
import type { PanelTitles } from './dock.ts'
import type { DockPanel } from './dock-panels.ts'

// The names are this object's own.
const names = Object.keys(panels) as (keyof typeof panels)[]

/** Every panel that has a place of its own in a dock. */
const knownPanels: readonly DockPanel[] = names.filter(
  (name) => name !== 'prompt' && name !== 'timeline',
)

/** What each of them is called. */
export const panelTitles: PanelTitles = new Map(
  knownPanels.map((name) => [name, panels[name].title]),
)

/** What dockview calls a panel by is its name. */
export function toDockPanel(id: string): DockPanel {
  const found = knownPanels.find((name) => name === id)
  assert(found, `there is a panel “${id}”`)
  return found
}

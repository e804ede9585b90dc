import type { DockviewGroupPanel } from 'dockview'
import { useSyncExternalStore } from 'react'
import { panels } from '../../panels/index.ts'
import { useDock } from './dock-context.ts'
import type { Placed } from './docked-panel.tsx'
import { toDockPanel } from './known-panels.ts'
import { PanelMenu } from './panel-menu.tsx'

/** What is in a tab that dockview draws, reads out and moves by keys. */
export function DockTab({ api }: Pick<Placed, 'api'>) {
  const dock = useDock()
  const panel = toDockPanel(api.id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a way for pointers; the panel's menu has it for keys.
    <span className="dock-tab" onDoubleClick={() => dock.toggleMaximised(panel)}>
      {panels[panel].title}
    </span>
  )
}

/** At the end of a bar of tabs: the menu of the one in front. */
export function TabsEnd({ group }: { readonly group: DockviewGroupPanel }) {
  const inFront = useSyncExternalStore(
    (onChange) => {
      const listening = group.api.onDidActivePanelChange(onChange)
      return () => listening.dispose()
    },
    () => group.activePanel?.id,
  )
  return inFront !== undefined && <PanelMenu panel={toDockPanel(inFront)} />
}

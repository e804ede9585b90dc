import type { IDockviewHeaderActionsProps, IDockviewPanelHeaderProps } from 'dockview-react'
import { panels } from '../../panels/index.ts'
import { useDock } from './dock-context.ts'
import { toDockPanel } from './known-panels.ts'
import { PanelMenu } from './panel-menu.tsx'

/** What is in a tab that dockview draws, reads out and moves by keys. */
export function DockTab({ api }: IDockviewPanelHeaderProps) {
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
export function TabsEnd({ activePanel }: IDockviewHeaderActionsProps) {
  return activePanel && <PanelMenu panel={toDockPanel(activePanel.id)} />
}

import { createDockview, type DockviewApi, type DockviewTheme } from 'dockview'
import 'dockview/dist/styles/dockview.css'
import { type ReactPortal, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/notice.tsx'
import type { Dock } from './dock.ts'
import { DockContext, useDock } from './dock-context.ts'
import { DockParts } from './dock-parts.ts'
import { DockTab, TabsEnd } from './dock-tab.tsx'
import './dock-theme.css'
import { DockedPanel, type Placed } from './docked-panel.tsx'

const theme: DockviewTheme = { name: 'orrery', className: 'dock', dndTabIndicator: 'line' }

/** The panels of a session where the dock has them. */
export function DockView({ dock }: { readonly dock: Dock }) {
  const place = useRef<HTMLDivElement>(null)
  const [portals, setPortals] = useState<readonly ReactPortal[]>([])
  useEffect(() => {
    const { current: element } = place
    if (!element) return
    const api = createIn(element, new DockParts(setPortals))
    const size = () => ({ width: element.clientWidth, height: element.clientHeight })
    // It measures itself later, and what it is filled with depends on it.
    api.layout(size().width, size().height)
    dock.attach(api)
    const resizing = new ResizeObserver(() => dock.fit(size()))
    resizing.observe(element)
    return () => {
      resizing.disconnect()
      api.dispose()
    }
  }, [dock])
  return (
    <DockContext value={dock}>
      <div ref={place} className="dock-place">
        {portals}
      </div>
    </DockContext>
  )
}

/** All that dockview draws by itself is where things are; what is there, it asks its parts for. */
function createIn(element: HTMLElement, parts: DockParts): DockviewApi {
  return createDockview(element, {
    theme,
    disableFloatingGroups: true,
    announcements: false,
    scrollbars: 'native',
    defaultTabComponent: 'tab',
    createComponent: () =>
      parts.create(({ api, containerApi }: Placed) => <DockedPanel {...{ api, containerApi }} />),
    createTabComponent: () => parts.create(({ api }: Placed) => <DockTab api={api} />),
    createRightHeaderActionComponent: (group) => parts.create(() => <TabsEnd group={group} />),
    createWatermarkComponent: () => parts.create(() => <Nothing />),
  })
}

function Nothing() {
  const dock = useDock()
  return (
    <Empty action={<Button onClick={() => dock.reset()}>Reset the layout</Button>}>
      No panel is on screen.
    </Empty>
  )
}

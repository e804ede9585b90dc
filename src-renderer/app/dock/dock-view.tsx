import { DockviewReact, type DockviewReadyEvent, type DockviewTheme } from 'dockview-react'
import 'dockview-react/dist/styles/dockview.css'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/notice.tsx'
import type { Dock } from './dock.ts'
import { DockContext, useDock } from './dock-context.ts'
import { DockTab, TabsEnd } from './dock-tab.tsx'
import './dock-theme.css'
import { DockedPanel } from './docked-panel.tsx'

const theme: DockviewTheme = { name: 'orrery', className: 'dock', dndTabIndicator: 'line' }
const components = { panel: DockedPanel }

/** The panels of a session where the dock has them. */
export function DockView({ dock }: { readonly dock: Dock }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current: element } = place
    if (!element) return
    const fit = () => dock.fit({ width: element.clientWidth, height: element.clientHeight })
    const resizing = new ResizeObserver(fit)
    resizing.observe(element)
    return () => resizing.disconnect()
  }, [dock])
  const attach = ({ api }: DockviewReadyEvent) => {
    // It measures itself later, and what it is filled with depends on it.
    api.layout(place.current?.clientWidth ?? 0, place.current?.clientHeight ?? 0)
    dock.attach(api)
  }
  return (
    <DockContext value={dock}>
      <div ref={place} className="dock-place">
        <DockviewReact
          theme={theme}
          components={components}
          defaultTabComponent={DockTab}
          rightHeaderActionsComponent={TabsEnd}
          watermarkComponent={Nothing}
          disableFloatingGroups
          announcements={false}
          scrollbars="native"
          onReady={attach}
        />
      </div>
    </DockContext>
  )
}

function Nothing() {
  const dock = useDock()
  return (
    <Empty action={<Button onClick={() => dock.reset()}>Reset the layout</Button>}>
      No panel is on screen.
    </Empty>
  )
}

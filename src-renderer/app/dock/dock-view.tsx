import {
  createDockview,
  type DockviewApi,
  type DockviewGroupPanel,
  type DockviewTheme,
} from 'dockview'
import 'dockview/dist/styles/dockview.css'
import {
  type ReactNode,
  type ReactPortal,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { panels } from '../../panels/index.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Empty } from '../../ui/loading/notice.tsx'
import type { Dock } from './dock.ts'
import { DockContext, useDock } from './dock-context.ts'
import { toDockPanel } from './known-panels.ts'
import { PanelMenu } from './panel-menu.tsx'
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

/** Changes what React draws of a dock. */
type Change = (change: (portals: readonly ReactPortal[]) => readonly ReactPortal[]) => void

/** An element that dockview places and lets go of. React draws into it from when dockview fills it. */
interface DockPart<Props> {
  readonly element: HTMLElement
  init(props: Props): void
  dispose(): void
}

/** Makes the parts of one dock. */
class DockParts {
  readonly #change: Change
  #lastKey = 0

  constructor(change: Change) {
    this.#change = change
  }

  create<Props>(draw: (props: Props) => ReactNode): DockPart<Props> {
    const element = document.createElement('div')
    element.className = 'dock-part'
    this.#lastKey += 1
    const key = String(this.#lastKey)
    return {
      element,
      init: (props) => {
        const portal = createPortal(draw(props), element, key)
        this.#change((portals) => [...portals, portal])
      },
      dispose: () => this.#change((portals) => portals.filter((portal) => portal.key !== key)),
    }
  }
}

/** What is in a tab that dockview draws, reads out and moves by keys. */
function DockTab({ api }: Pick<Placed, 'api'>) {
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
function TabsEnd({ group }: { readonly group: DockviewGroupPanel }) {
  const inFront = useSyncExternalStore(
    (onChange) => {
      const listening = group.api.onDidActivePanelChange(onChange)
      return () => listening.dispose()
    },
    () => group.activePanel?.id,
  )
  return inFront !== undefined && <PanelMenu panel={toDockPanel(inFront)} />
}

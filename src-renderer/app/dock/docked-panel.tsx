import {
  type DockviewApi,
  type DockviewPanelApi,
  LocalSelectionTransfer,
  PanelTransfer,
} from 'dockview'
import {
  Activity,
  type DragEvent,
  type MouseEvent,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { type PanelName, panels } from '../../panels/index.ts'
import { KeptScope, useKeeping } from '../../ui/panels/hidden-panel-state.ts'
import { Landmark } from '../../ui/panels/landmark.tsx'
import { BarContext, type BarPlace } from '../../ui/panels/panel-bar.tsx'
import { focusPromptOnArrival } from '../accessibility/focus.ts'
import { useColumn, useDock, useDockValue } from './dock-context.ts'
import type { DockPanel } from './dock-panels.ts'
import styles from './docked-panel.module.css'
import { toDockPanel } from './known-panels.ts'
import { PanelMenu } from './panel-menu.tsx'

/** What dockview tells a panel of where it is. */
export interface Placed {
  readonly api: DockviewPanelApi
  readonly containerApi: DockviewApi
}

/** A panel in its place. It is drawn from when it is first seen, and rests while it is behind another. */
export function DockedPanel({ api, containerApi }: Placed) {
  const isVisible = useSyncExternalStore(
    (onChange) => {
      const listening = api.onDidVisibilityChange(onChange)
      return () => listening.dispose()
    },
    () => api.isVisible,
  )
  const [wasSeen, setSeen] = useState(isVisible)
  if (isVisible && !wasSeen) setSeen(true)
  const place = useBarPlace({ api, containerApi })
  const kept = useKeeping()
  if (!wasSeen) return null
  return (
    <BarContext value={place}>
      <KeptScope value={kept}>
        <Activity mode={isVisible ? 'visible' : 'hidden'}>
          <Content panel={toDockPanel(api.id)} />
        </Activity>
      </KeptScope>
    </BarContext>
  )
}

/** The prompt is written at the foot of what was said. */
function Content({ panel }: { readonly panel: DockPanel }) {
  return panel === 'transcript' ? <Talk /> : <PanelSlot panel={panel} />
}

/** A person who comes to a session goes on in its prompt. */
function Talk() {
  const dock = useDock()
  const { isFocused } = useColumn()
  useEffect(() => {
    if (dock.arrive() && isFocused) focusPromptOnArrival()
  }, [dock, isFocused])
  return (
    <div className="dock-talk">
      <PanelSlot panel="transcript" />
      <PanelSlot panel="prompt" isGrowing={false} />
    </div>
  )
}

/** A panel alone in its group has no tab: its own bar is what it is moved by. */
function useBarPlace({ api, containerApi }: Placed): BarPlace {
  const dock = useDock()
  const panel = toDockPanel(api.id)
  const isTab = useDockValue((one) => one.canSplit(panel))
  if (isTab) return { isTab: true }
  return {
    isTab: false,
    handle: {
      draggable: true,
      onDragStart: (event) =>
        startDrag(event, new PanelTransfer(containerApi.id, api.group.id, api.id)),
      onDragEnd: () => transfer.clearData(PanelTransfer.prototype),
      onDoubleClick: (event) => isOnControl(event) || dock.toggleMaximised(panel),
    },
    end: <PanelMenu panel={panel} />,
  }
}

/** What dockview’s own tabs say of themselves while they are dragged. */
const transfer = LocalSelectionTransfer.getInstance<PanelTransfer>()

function startDrag(event: DragEvent<HTMLElement>, dragged: PanelTransfer): void {
  if (isOnControl(event)) {
    event.preventDefault()
    return
  }
  transfer.setData([dragged], PanelTransfer.prototype)
  event.dataTransfer.effectAllowed = 'move'
  // Some browsers drag nothing where there is no data.
  event.dataTransfer.setData('text/plain', '')
}

function isOnControl({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('button, input') !== null
}

interface PanelSlotProps {
  readonly panel: PanelName
  /** It takes what room is left; else as much as it needs. */
  readonly isGrowing?: boolean
}

/** A panel of a session, told from those of the sessions beside it. */
export function PanelSlot({ panel, isGrowing = true }: PanelSlotProps) {
  const { title, component: Component } = panels[panel]
  const { ordinal } = useColumn()
  return (
    <Landmark
      title={title}
      name={ordinal === 1 ? title : `${title}, column ${ordinal}`}
      panel={panel}
      isGrowing={isGrowing}
      className={panel === 'prompt' ? styles.prompt : undefined}
    >
      <Component />
    </Landmark>
  )
}

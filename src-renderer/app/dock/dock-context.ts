import { createContext, useContext, useSyncExternalStore } from 'react'
import { assert } from '#shared/lib/assert.ts'
import type { PanelName } from '../../panels/index.ts'
import type { Dock, DockState } from './dock.ts'
import { type DockPanel, type Place, panelOf, places } from './dock-panels.ts'

export const DockContext = createContext<Dock | undefined>(undefined)

/** The dock around. */
export function useDock(): Dock {
  const dock = useContext(DockContext)
  assert(dock, 'a dock is around')
  return dock
}

/** Something about the dock around, whenever it becomes another. */
export function useDockValue<T extends boolean | string>(read: (dock: Dock) => T): T {
  const dock = useDock()
  return useSyncExternalStore(dock.subscribe, () => read(dock))
}

/** Which of the sessions that are side by side something belongs to. */
export interface ColumnPlace {
  /** From 1, from left to right. */
  readonly ordinal: number
  /** There is no other. */
  readonly isOnly: boolean
  /** The window's title bar, rail and commands are about it. */
  readonly isFocused: boolean
}

export const ColumnContext = createContext<ColumnPlace>({
  ordinal: 1,
  isOnly: true,
  isFocused: true,
})

export function useColumn(): ColumnPlace {
  return useContext(ColumnContext)
}

export interface Workbench extends DockState {
  /** The places of the rail that are on screen. */
  readonly places: readonly Place[]
  readonly dock: Dock
  /** Shows a place, or hides it where it is shown. */
  go(place: Place): void
  /** Shows the left pane, or hides it. */
  toggleLeft(): void
  /** Puts a panel on screen, and hides none for it but one in its place. */
  show(panel: PanelName): void
}

/** Which panels of a session are on screen, and what moves them. */
export function useWorkbench(dock: Dock): Workbench {
  const state = useSyncExternalStore(dock.subscribe, dock.state)
  return {
    ...state,
    dock,
    places: places.filter((place) => state.shown.includes(panelOf[place])),
    go: (place) => go(dock, place),
    toggleLeft: () => dock.toggleLeft(leftOf(dock)),
    show: (panel) => show(dock, panel),
  }
}

const leftPanels: readonly DockPanel[] = ['files', 'sessions', 'search']

function go(dock: Dock, place: Place): void {
  const panel = panelOf[place]
  if (leftPanels.includes(panel)) dock.toggleLeft(panel)
  else if (dock.state().shown.includes(panel)) dock.close(panel)
  else dock.show(panel)
}

/** The one that is there, or was there last. */
function leftOf(dock: Dock): DockPanel {
  return leftPanels.find((panel) => dock.has(panel)) ?? 'files'
}

/** The prompt is below the transcript; the timeline is on screen always. */
function show(dock: Dock, panel: PanelName): void {
  if (panel !== 'timeline') dock.show(panel === 'prompt' ? 'transcript' : panel)
}

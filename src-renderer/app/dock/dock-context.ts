import { createContext, useContext, useSyncExternalStore } from 'react'
import { assert } from '#shared/lib/assert.ts'
import type { Dock } from './dock.ts'

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

import { useState } from 'react'
import { z } from 'zod'
import { assertNever } from '#shared/lib/assert.ts'
import type { PanelName } from '../panels/index.ts'

/** What the rail leads to. */
export type Place = 'sessions' | 'files' | 'terminals' | 'log' | 'cost'

const Kept = z.object({
  left: z.enum(['sessions', 'files', 'none']).catch('files'),
  center: z.enum(['work', 'cost']).catch('work'),
  /** Below the editor. */
  lower: z.enum(['terminals', 'log', 'none']).catch('terminals'),
})
type Shown = z.infer<typeof Kept>

const KEY = 'orrery.workbench'

export interface Workbench extends Shown {
  /** The places of the rail that are on screen. */
  readonly places: readonly Place[]
  /** Shows a place, or hides it where it is shown. */
  go(place: Place): void
  /** Puts a panel on screen, and hides none for it but one in its place. */
  show(panel: PanelName): void
}

/** Which panels are on screen. Kept for the next start. */
export function useWorkbench(): Workbench {
  const [shown, setShown] = useState(readKept)
  const change = (next: Shown) => {
    setShown(next)
    localStorage.setItem(KEY, JSON.stringify(next))
  }
  return {
    ...shown,
    places: placesOf(shown),
    go: (place) => change(toggle(shown, place)),
    show: (panel) => change(withPanel(shown, panel)),
  }
}

function readKept(): Shown {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return Kept.parse({})
  }
}

function placesOf({ left, center, lower }: Shown): readonly Place[] {
  const places: Place[] = center === 'cost' ? ['cost'] : lower === 'none' ? [] : [lower]
  return left === 'none' ? places : [left, ...places]
}

/** The left pane shows one place or none, as does the lower one; cost takes the middle. */
export function toggle(shown: Shown, place: Place): Shown {
  switch (place) {
    case 'sessions':
    case 'files':
      return { ...shown, left: shown.left === place ? 'none' : place }
    case 'cost':
      return { ...shown, center: shown.center === 'cost' ? 'work' : 'cost' }
    case 'terminals':
    case 'log':
      if (shown.center === 'cost') return { ...shown, center: 'work', lower: place }
      return { ...shown, lower: shown.lower === place ? 'none' : place }
  }
}

/** What is on screen once a panel is. */
export function withPanel(shown: Shown, panel: PanelName): Shown {
  switch (panel) {
    case 'sessions':
    case 'files':
      return { ...shown, left: panel }
    case 'plan':
      return { ...shown, left: shown.left === 'none' ? 'files' : shown.left }
    case 'usage':
      return { ...shown, center: 'cost' }
    case 'terminals':
    case 'log':
      return { ...shown, center: 'work', lower: panel }
    case 'transcript':
    case 'prompt':
    case 'editor':
    case 'inspector':
      return { ...shown, center: 'work' }
    case 'timeline':
      return shown
    default:
      return assertNever(panel)
  }
}

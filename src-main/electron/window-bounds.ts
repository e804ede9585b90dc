import { z } from 'zod'

const Rectangle = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })
type Rectangle = z.infer<typeof Rectangle>

/** How a window was left. */
export const WindowState = z.object({
  /** Of the window as it is when neither maximised nor full. In points of all screens. */
  bounds: Rectangle,
  isMaximized: z.boolean(),
  isFullScreen: z.boolean(),
})
export type WindowState = z.infer<typeof WindowState>

export interface Placed {
  /** Absent: the system chooses. */
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
}

const FIRST = { width: 1440, height: 900 }
export const SMALLEST = { minWidth: 1024, minHeight: 700 }

/** So much of a window has to be on a screen for a person to be able to take hold of it. */
const HOLD = { width: 120, height: 40 }

/** Where a window opens: as it was left, unless the screen that it was on is gone or smaller. */
export function placeWindow(
  left: WindowState | undefined,
  screens: readonly [Rectangle, ...Rectangle[]],
): Placed {
  if (!left) return fitted(FIRST, screens[0])
  for (const screen of screens) {
    const placed = { ...left.bounds, ...fitted(left.bounds, screen) }
    if (canBeHeld(placed, screen)) return placed
  }
  return fitted(left.bounds, screens[0])
}

function fitted({ width, height }: { width: number; height: number }, screen: Rectangle) {
  return {
    width: Math.max(SMALLEST.minWidth, Math.min(width, screen.width)),
    height: Math.max(SMALLEST.minHeight, Math.min(height, screen.height)),
  }
}

/** By its title bar, which is at its top. */
function canBeHeld(window: Rectangle, screen: Rectangle): boolean {
  const right = Math.min(window.x + window.width, screen.x + screen.width)
  const seenWidth = right - Math.max(window.x, screen.x)
  const below = screen.y + screen.height - window.y
  return seenWidth >= HOLD.width && window.y >= screen.y && below >= HOLD.height
}

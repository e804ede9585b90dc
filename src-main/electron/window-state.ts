import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, type BrowserWindow, screen } from 'electron'
import { type Placed, placeWindow, WindowState } from './place-window.ts'

/** A window that is dragged tells of every step. */
const SETTLED_MS = 500

const events = ['resize', 'move', 'maximize', 'unmaximize'] as const

/** Where the window opens, and how. */
export function readWindowState(): { readonly placed: Placed; readonly left?: WindowState } {
  const left = read()
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  const placed = placeWindow(left, [
    areas[0] ?? screen.getPrimaryDisplay().workArea,
    ...areas.slice(1),
  ])
  return { placed, ...(left && { left }) }
}

/** Keeps how the window is left, until it is closed. */
export function keepWindowState(window: BrowserWindow): void {
  let timer: NodeJS.Timeout | undefined
  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    write(describe(window))
  }
  const keepSoon = () => {
    timer ??= setTimeout(keep, SETTLED_MS)
  }
  // Electron's declarations have an overload for each of them.
  for (const event of events) window.on(event as 'resize', keepSoon)
  window.once('close', keep)
  window.once('closed', () => clearTimeout(timer))
}

function describe(window: BrowserWindow): WindowState {
  const [isMaximized, isFullScreen] = [window.isMaximized(), window.isFullScreen()]
  return { bounds: window.getNormalBounds(), isMaximized, isFullScreen }
}

/** What can't be read, or is none, was never left. */
function read(): WindowState | undefined {
  try {
    return WindowState.parse(JSON.parse(readFileSync(path(), 'utf8')))
  } catch {
    return undefined
  }
}

/** Where it can't be kept, the next window opens as the first did. */
function write(state: WindowState): void {
  try {
    writeFileSync(path(), JSON.stringify(state), { mode: 0o600 })
  } catch (error) {
    process.emitWarning(`How the window is left was not kept: ${String(error)}`)
  }
}

function path(): string {
  return join(app.getPath('userData'), 'window.json')
}

import { type BrowserWindow, nativeTheme } from 'electron'

interface Colours {
  /** `--bg-0` of the page's tokens. */
  readonly ground: string
  /** `--text-2`. */
  readonly ink: string
}

const dark: Colours = { ground: '#0d0f13', ink: '#a3acba' }
const light: Colours = { ground: '#ece8df', ink: '#535a66' }
const darkContrast: Colours = { ground: '#000000', ink: '#d3d8df' }
const lightContrast: Colours = { ground: '#ffffff', ink: '#2b3038' }

const TITLE_BAR_HEIGHT = 40

/** What a window is made with, so that not even its first frame is of another colour than its page. */
export function colouredOptions() {
  return { backgroundColor: current().ground, titleBarOverlay: overlay() }
}

/** Keeps what the system draws around the page in the page's colours. */
export function followColours(window: BrowserWindow): void {
  const redraw = () => {
    window.setBackgroundColor(current().ground)
    // macOS draws its buttons on the page itself.
    if (process.platform !== 'darwin') window.setTitleBarOverlay(overlay())
  }
  nativeTheme.on('updated', redraw)
  window.once('closed', () => nativeTheme.off('updated', redraw))
}

function overlay() {
  const { ground, ink } = current()
  return { color: ground, symbolColor: ink, height: TITLE_BAR_HEIGHT }
}

function current(): Colours {
  const { shouldUseDarkColors, shouldUseHighContrastColors } = nativeTheme
  if (shouldUseHighContrastColors) return shouldUseDarkColors ? darkContrast : lightContrast
  return shouldUseDarkColors ? dark : light
}

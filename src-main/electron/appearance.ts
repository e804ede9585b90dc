import { type BrowserWindow, nativeTheme } from 'electron'
import type { Theme } from '#shared/settings/settings.ts'

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

/** What the system draws around the pages, in the colours of their theme. */
export class Look {
  readonly #windows = new Set<BrowserWindow>()
  #theme: Theme

  /** Chosen before there is a window, so that its first frame has the right colours. */
  constructor(theme: Theme) {
    this.#theme = theme
    nativeTheme.themeSource = sourceOf(theme)
    nativeTheme.on('updated', () => this.#redraw())
  }

  choose(theme: Theme): void {
    this.#theme = theme
    nativeTheme.themeSource = sourceOf(theme)
    // From dark to contrast, the system's own source stays what it was and tells nobody.
    this.#redraw()
  }

  /** What a window is made with, so that not even its first frame is of another colour than its page. */
  options() {
    return { backgroundColor: this.#colours().ground, titleBarOverlay: this.#overlay() }
  }

  /** Keeps a window in the colours that hold, until it is closed. */
  follow(window: BrowserWindow): void {
    this.#windows.add(window)
    window.once('closed', () => this.#windows.delete(window))
  }

  #redraw(): void {
    for (const window of this.#windows) {
      window.setBackgroundColor(this.#colours().ground)
      // macOS draws its buttons on the page itself.
      if (process.platform !== 'darwin') window.setTitleBarOverlay(this.#overlay())
    }
  }

  #overlay() {
    const { ground, ink } = this.#colours()
    return { color: ground, symbolColor: ink, height: TITLE_BAR_HEIGHT }
  }

  #colours(): Colours {
    const { shouldUseDarkColors, shouldUseHighContrastColors } = nativeTheme
    if (this.#theme === 'contrast') return darkContrast
    if (shouldUseHighContrastColors) return shouldUseDarkColors ? darkContrast : lightContrast
    return shouldUseDarkColors ? dark : light
  }
}

function sourceOf(theme: Theme): typeof nativeTheme.themeSource {
  return theme === 'contrast' ? 'dark' : theme
}

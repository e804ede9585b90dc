import { FitAddon } from '@xterm/addon-fit'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { WebglAddon } from '@xterm/addon-webgl'
import { type ITheme, Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { watchTheme } from '../../ui/styles/theme.ts'
import { FloodPace } from './output-throttle.ts'
import { TerminalSearch } from './terminal-search.tsx'

const FONT = '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, monospace'
const FONT_PX = 12

/** What WCAG 2.2 asks of text, at AA. */
const CONTRAST = 4.5

/** RIS of ECMA-48: a terminal is as it was when it began. */
const RESET = '\x1bc'

/** So many characters may wait for xterm: enough that it has something to read until it lets the page draw. */
const AHEAD = 384 * 1024
/** The same while somebody types: what answers a key is read behind them. */
const AHEAD_OF_KEYS = 48 * 1024
/** Somebody types for so long after a key. */
const TYPING_MS = 500

/** What keys and reports that depend on a program's modes begin with. */
const ESCAPE = '\x1b'

/** How a piece of output is written. */
interface Writing {
  /** Whether its queries are answered. A program reads the answers like typed text. */
  readonly isAnswered: boolean
  /** Whether more of the replay follows, so that the program's modes may be others by now. */
  readonly isBehind?: boolean
}

export interface ScreenOptions {
  readonly isReadOnly: boolean
  /** Told when the place it has makes it another size. */
  readonly onResize?: (size: { readonly cols: number; readonly rows: number }) => void
  readonly onData?: (data: string) => void
}

/** An xterm in an element, as large as it, in the theme's colours. */
export class TerminalScreen implements Disposable {
  readonly #terminal: Terminal
  readonly search: TerminalSearch
  readonly #fit = new FitAddon()
  readonly #pace: FloodPace
  readonly #cleanUp = new DisposableStack()
  /** Whether xterm is reading output whose queries aren't answered. */
  #isReadingQuietly = false
  #isBehind = false
  #waiting = 0
  #typedAt = Number.NEGATIVE_INFINITY
  #room: PromiseWithResolvers<void> | undefined

  /** The font must be there before: xterm measures its cell once. */
  static async open(element: HTMLElement, options: ScreenOptions): Promise<TerminalScreen> {
    await document.fonts.load(`${FONT_PX}px "JetBrains Mono Variable"`)
    return new TerminalScreen(element, options)
  }

  private constructor(element: HTMLElement, options: ScreenOptions) {
    this.#terminal = new Terminal({
      fontFamily: FONT,
      fontSize: FONT_PX,
      lineHeight: 1.35,
      cursorBlink: false,
      cursorInactiveStyle: options.isReadOnly ? 'none' : 'outline',
      disableStdin: options.isReadOnly,
      scrollback: 10_000,
      theme: readTheme(),
      // Programs choose two colours that they have never seen beside each other.
      minimumContrastRatio: CONTRAST,
      // What a search marks.
      allowProposedApi: true,
    })
    this.#cleanUp.defer(() => this.#terminal.dispose())
    this.#pace = this.#cleanUp.use(
      new FloodPace(this.#terminal, (isFlood) => element.toggleAttribute('data-flood', isFlood)),
    )
    this.#terminal.loadAddon(this.#fit)
    this.search = new TerminalSearch(this.#terminal)
    this.#terminal.loadAddon(new WebLinksAddon(openLink))
    this.#terminal.open(element)
    this.#speedUp()
    this.#listen(element, options)
    this.#fit.fit()
  }

  get size(): { readonly cols: number; readonly rows: number } {
    return { cols: this.#terminal.cols, rows: this.#terminal.rows }
  }

  /** Resolves once there is room for more: xterm reads in its own time. */
  async write(data: string, { isAnswered, isBehind = false }: Writing): Promise<void> {
    this.#waiting += data.length
    this.#pace.beforeWrite(data)
    if (!isAnswered) this.#terminal.write('', () => this.#readQuietly())
    this.#terminal.write(data, () => {
      this.#isReadingQuietly = false
      this.#isBehind = isBehind
      this.#waiting -= data.length
      this.#pace.afterRead(this.#waiting === 0)
      if (this.#hasRoom) this.#room?.resolve()
    })
    if (this.#hasRoom) return
    this.#room = Promise.withResolvers()
    await this.#room.promise
  }

  get #hasRoom(): boolean {
    const isTyping = performance.now() - this.#typedAt < TYPING_MS
    return this.#waiting < (isTyping ? AHEAD_OF_KEYS : AHEAD)
  }

  /** Whether what is typed goes anywhere. */
  setReadOnly(isReadOnly: boolean): void {
    this.#terminal.options.disableStdin = isReadOnly
    this.#terminal.options.cursorInactiveStyle = isReadOnly ? 'none' : 'outline'
  }

  /**
   * Takes the place of all that was written. The reset is read with what follows it: until then what
   * was there is seen, not nothing, and what waited to be read before comes before it.
   */
  rewrite(data: string): Promise<void> {
    return this.write(RESET + data, { isAnswered: false })
  }

  focus(): void {
    this.#terminal.focus()
  }

  [Symbol.dispose](): void {
    this.#cleanUp.dispose()
  }

  /**
   * xterm hands its own answers out with what is typed, and reads a piece in one go: what it hands out
   * meanwhile is an answer.
   */
  #readQuietly(): void {
    this.#isReadingQuietly = true
  }

  /** Drawn by the graphics card where there is one; else, or when it is lost, as part of the page. */
  #speedUp(): void {
    if (!hasGraphicsCard()) return
    try {
      const webgl = new WebglAddon()
      webgl.onContextLoss(() => webgl.dispose())
      this.#terminal.loadAddon(webgl)
    } catch {
      // No more contexts: xterm draws with elements by itself.
    }
  }

  #listen(element: HTMLElement, { onResize, onData }: ScreenOptions): void {
    const resizing = new ResizeObserver(() => element.clientHeight > 0 && this.#fit.fit())
    resizing.observe(element)
    this.#cleanUp.defer(() => resizing.disconnect())
    this.#cleanUp.defer(
      watchTheme(() => {
        this.#terminal.options.theme = readTheme()
        this.search.markAnew()
      }),
    )
    this.#terminal.onResize((size) => onResize?.(size))
    this.#terminal.onData((data) => {
      if (this.#isReadingQuietly || (this.#isBehind && data.startsWith(ESCAPE))) return
      this.#typedAt = performance.now()
      this.#pace.show()
      onData?.(data)
    })
  }
}

function openLink(_event: MouseEvent, address: string): void {
  window.open(address, '_blank', 'noopener,noreferrer')
}

/** The sixteen colours of a terminal out of those of the theme. */
function readTheme(): ITheme {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  const [ground, text, faint] = [read('--bg-1'), read('--text'), read('--text-3')]
  const [red, green, yellow, blue] = [read('--error'), read('--ok'), read('--warn'), read('--info')]
  const [magenta, cyan] = [read('--agent-3'), read('--agent-2')]
  const bright = {
    brightBlack: faint,
    brightRed: red,
    brightGreen: green,
    brightYellow: yellow,
    brightBlue: blue,
    brightMagenta: magenta,
    brightCyan: cyan,
    brightWhite: text,
  }
  return {
    background: ground,
    foreground: read('--text-2'),
    cursor: read('--accent'),
    cursorAccent: read('--accent-ink'),
    selectionBackground: read('--line-2'),
    black: read('--bg-3'),
    white: text,
    red,
    green,
    yellow,
    blue,
    magenta,
    cyan,
    ...bright,
  }
}

let isThere: boolean | undefined

/**
 * Whether WebGL is drawn by a graphics card. A browser without one imitates it by the processor, for
 * which the page's own elements are less work. The first time is asked of the browser.
 */
function hasGraphicsCard(): boolean {
  isThere ??= ask()
  return isThere
}

function ask(): boolean {
  const context = document
    .createElement('canvas')
    .getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  // A page has few of them.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

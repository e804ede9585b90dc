import { SearchAddon } from '@xterm/addon-search'
import type { Terminal } from '@xterm/xterm'

export interface Sought {
  readonly text: string
  readonly isCaseSensitive: boolean
}

/** `place` is that of the one that is shown, from 1; absent where there are too many to be counted through. */
export interface Found {
  readonly count: number
  readonly place?: number
}

export type FindStep = 'here' | 'next' | 'previous'

/** Looks for text in what a terminal still has of what was printed, and marks all there is of it. */
export class TerminalSearch {
  readonly #terminal: Terminal
  readonly #addon = new SearchAddon()
  #sought: Sought | undefined

  /** The addon is the terminal's, and goes with it. */
  constructor(terminal: Terminal) {
    this.#terminal = terminal
    terminal.loadAddon(this.#addon)
  }

  /** `here` stays at a match that goes on to be one, else it goes up: what was printed last comes first. */
  find(sought: Sought, step: FindStep): void {
    this.#sought = sought
    // The addon goes on with what it counted before wherever the text is the same.
    if (step === 'here') this.#addon.clearDecorations()
    const options = { caseSensitive: sought.isCaseSensitive, decorations: readDecorations() }
    if (step === 'next') this.#addon.findNext(sought.text, options)
    else this.#addon.findPrevious(sought.text, options)
  }

  onFound(listener: (found: Found) => void): Disposable {
    const listening = this.#addon.onDidChangeResults(({ resultIndex, resultCount }) =>
      listener({ count: resultCount, ...(resultIndex >= 0 && { place: resultIndex + 1 }) }),
    )
    return { [Symbol.dispose]: () => listening.dispose() }
  }

  /** In the colours that the theme has now. */
  markAnew(): void {
    if (this.#sought) this.find(this.#sought, 'here')
  }

  /** Nothing is looked for, nor marked, any more. */
  leave(): void {
    this.#sought = undefined
    this.#addon.clearDecorations()
    this.#terminal.clearSelection()
  }
}

function readDecorations() {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  const [quiet, line, accent] = [read('--bg-3'), read('--line-2'), read('--accent')]
  return {
    matchBackground: quiet,
    matchBorder: line,
    matchOverviewRuler: line,
    activeMatchBackground: quiet,
    activeMatchBorder: accent,
    activeMatchColorOverviewRuler: accent,
  }
}

import { SearchAddon } from '@xterm/addon-search'
import type { Terminal } from '@xterm/xterm'
import { CaseSensitive } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { FindField } from '../../ui/forms/find-field.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import type { TerminalScreen } from './terminal-screen.ts'
import styles from './terminal-search.module.css'

interface Sought {
  readonly text: string
  readonly isCaseSensitive: boolean
}

/** `place` is that of the one that is shown, from 1; absent where there are too many to be counted through. */
interface Found {
  readonly count: number
  readonly place?: number
}

type FindStep = 'here' | 'next' | 'previous'

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

interface FindBarProps {
  readonly screen: TerminalScreen
  /** How often it was asked for: each time the field takes the focus. */
  readonly asked: number
  readonly onClose: () => void
}

/** Looks for text in a terminal, and leads back to it. */
export function FindBar({ screen, asked, onClose }: FindBarProps) {
  const [sought, setSought] = useState<Sought>({ text: '', isCaseSensitive: false })
  const found = useFound(screen)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (asked > 0) field.current?.select()
  }, [asked])
  const look = (change: Partial<Sought>) => {
    const next = { ...sought, ...change }
    setSought(next)
    screen.search.find(next, 'here')
  }
  return (
    <FindField
      label="Find in the terminal"
      textLabel="Text to find"
      placeholder="Find"
      leaveLabel="Close the search"
      className={styles.bar}
      ref={field}
      text={sought.text}
      found={sought.text === '' ? undefined : found}
      tellCount={tellCount}
      isUpward
      onWrite={(text) => look({ text })}
      onStep={(step) => screen.search.find(sought, step)}
      onLeave={onClose}
    >
      <IconButton
        label="Match case"
        aria-pressed={sought.isCaseSensitive}
        onClick={() => look({ isCaseSensitive: !sought.isCaseSensitive })}
      >
        <CaseSensitive aria-hidden="true" />
      </IconButton>
    </FindField>
  )
}

const NOTHING: Found = { count: 0 }

/** Ends the search when it is no longer on screen. */
function useFound(screen: TerminalScreen): Found {
  const [found, setFound] = useState(NOTHING)
  useEffect(() => {
    const listening = screen.search.onFound(setFound)
    return () => {
      listening[Symbol.dispose]()
      screen.search.leave()
    }
  }, [screen])
  return found
}

function tellCount(count: number): string {
  return count === 0 ? 'Not found' : formatNumber(count, 'match', 'matches')
}

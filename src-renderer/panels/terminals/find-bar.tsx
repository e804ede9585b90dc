import { CaseSensitive } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FindField } from '../../ui/find-field.tsx'
import { formatNumber } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './find-bar.module.css'
import type { TerminalScreen } from './terminal-screen.ts'
import type { Found, Sought } from './terminal-search.ts'

export interface FindBarProps {
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

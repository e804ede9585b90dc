import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { keysOf } from '../../client/keys.ts'
import { useShortcutTable } from '../../client/shortcuts.ts'
import { AgentScreen } from './agent-screen.tsx'
import { FindBar } from './find-bar.tsx'
import type { Side } from './find-sides.ts'
import { PersonScreen } from './person-screen.tsx'
import { isNamed, type Listed } from './terminal-list.ts'
import type { TerminalScreen } from './terminal-screen.ts'
import styles from './terminals-panel.module.css'
import { type JustTaken, useTyping } from './use-taking.ts'

export interface TerminalPaneProps {
  readonly shown: Listed
  readonly side: Side
  /** What it is called beside another. */
  readonly label: string
  readonly taken: JustTaken
  /** How often the search was asked for since it was closed. */
  readonly timesAsked: number
  readonly onFound: () => void
  readonly onFocus: () => void
  /** What keys do in a terminal, by their commands; absent: nothing now. */
  readonly acts: Readonly<Record<string, (() => void) | undefined>>
}

/** One terminal, and the search in it. */
export function TerminalPane(props: TerminalPaneProps) {
  const { shown, side, label, taken, timesAsked, onFound, onFocus, acts } = props
  const table = useShortcutTable()
  const [screen, setScreen] = useState<TerminalScreen>()
  const onType = useTyping(shown)
  useFocusOnTaken({ shown, screen }, taken)
  // Before the terminal, whose program would be sent the key.
  const onKeyDown = (event: KeyboardEvent) => {
    const act = acts[table.findIn('a terminal', keysOf(event) ?? '')?.id ?? '']
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const leave = () => {
    onFound()
    screen?.focus()
  }
  return (
    <section
      aria-label={label}
      className={styles.place}
      data-terminal={side}
      onKeyDownCapture={onKeyDown}
      onFocus={onFocus}
    >
      {timesAsked > 0 && screen && (
        <FindBar key={`in ${shown.id}`} screen={screen} asked={timesAsked} onClose={leave} />
      )}
      {shown.type === 'agent' ? (
        <AgentScreen terminals={shown.terminals} onOpen={setScreen} onType={onType} />
      ) : (
        <PersonScreen key={shown.id} terminalId={shown.terminal.id} onOpen={setScreen} />
      )}
    </section>
  )
}

interface Drawn {
  readonly shown: Listed
  /** It may be taken before it is drawn. */
  readonly screen: TerminalScreen | undefined
}

/** Taken in this window, and nowhere else, it has the keys: those meant for something else stay out of it. */
function useFocusOnTaken({ shown, screen }: Drawn, { spanId, done }: JustTaken): void {
  const isAwaited = spanId !== undefined && isNamed(shown, spanId)
  const focus = useEffectEvent(() => {
    screen?.focus()
    done()
  })
  useEffect(() => {
    if (screen && isAwaited) focus()
  }, [screen, isAwaited])
}

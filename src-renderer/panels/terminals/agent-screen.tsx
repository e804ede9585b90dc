import { useEffect, useRef } from 'react'
import type { AgentTerminal } from '#shared/projections/terminals.ts'
import { outputChange } from './output-changes.ts'
import { latestOf, outputOf } from './terminal-list.ts'
import type { TerminalScreen } from './terminal-screen.ts'
import styles from './terminals-panel.module.css'
import { useScreen } from './use-screen.ts'

export interface AgentScreenProps {
  readonly terminals: readonly AgentTerminal[]
  readonly onOpen: (screen: TerminalScreen) => void
  /** Absent while nobody may type: it is the agent's. */
  readonly onType: ((data: string) => void) | undefined
}

/**
 * What an agent's commands had printed at the playhead; moving back writes it anew. Another agent's is
 * written to the same screen: to open one takes longer than a frame.
 */
export function AgentScreen({ terminals, onOpen, onType }: AgentScreenProps) {
  const commands = latestOf(terminals)
  const place = useRef<HTMLDivElement>(null)
  const screen = useRef<TerminalScreen>(undefined)
  const shown = useRef<readonly AgentTerminal[]>([])
  const wanted = useRef({ commands, onType })
  const reading = useRef<symbol>(undefined)
  // Taken over, it takes what is typed at once.
  const admit = () => {
    if (!reading.current) screen.current?.setReadOnly(!wanted.current.onType)
  }
  /** What was asked of a terminal earlier was answered then. */
  const readQuietly = (opened: TerminalScreen, text: string) => {
    const turn = Symbol('what is read')
    reading.current = turn
    opened.setReadOnly(true)
    void opened.rewrite(text)
    void opened.untilRead().then(() => {
      if (reading.current !== turn) return
      reading.current = undefined
      admit()
    })
  }
  const show = () => {
    if (!screen.current) return
    const change = outputChange(shown.current, wanted.current.commands)
    shown.current = wanted.current.commands
    if (change.type === 'append') void screen.current.write(change.text)
    if (change.type === 'rewrite') readQuietly(screen.current, change.text)
  }
  useScreen(place, 'agents', {
    options: () => ({ isReadOnly: true, onData: (data) => wanted.current.onType?.(data) }),
    use: (opened) => {
      screen.current = opened
      shown.current = wanted.current.commands
      readQuietly(opened, outputOf(shown.current))
      onOpen(opened)
    },
  })
  useEffect(() => {
    wanted.current = { commands, onType }
    show()
    admit()
  })
  return <div ref={place} className={styles.screen} />
}

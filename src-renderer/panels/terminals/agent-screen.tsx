import { useEffect, useRef } from 'react'
import type { AgentTerminal } from '#shared/projections/terminals.ts'
import { outputChange } from './output-changes.ts'
import { outputOf } from './terminal-list.ts'
import type { TerminalScreen } from './terminal-screen.ts'
import styles from './terminals-panel.module.css'
import { useScreen } from './use-screen.ts'

export interface AgentScreenProps {
  readonly terminals: readonly AgentTerminal[]
}

/**
 * What an agent's commands had printed at the playhead; moving back writes it anew. Another agent's is
 * written to the same screen: to open one takes longer than a frame.
 */
export function AgentScreen({ terminals }: AgentScreenProps) {
  const output = outputOf(terminals)
  const place = useRef<HTMLDivElement>(null)
  const screen = useRef<TerminalScreen>(undefined)
  const shown = useRef('')
  const wanted = useRef(output)
  const show = () => {
    if (!screen.current) return
    const change = outputChange(shown.current, wanted.current)
    shown.current = wanted.current
    if (change.type === 'none') return
    if (change.type === 'rewrite') screen.current.reset()
    void screen.current.write(change.text)
  }
  useScreen(place, 'agents', {
    options: () => ({ isReadOnly: true }),
    use: (opened) => {
      screen.current = opened
      shown.current = ''
      show()
    },
  })
  useEffect(() => {
    wanted.current = output
    show()
  })
  return <div ref={place} className={styles.screen} />
}

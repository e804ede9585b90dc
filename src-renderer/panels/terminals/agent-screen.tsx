import { useEffect, useRef } from 'react'
import type { AgentTerminal } from '#shared/projections/terminals.ts'
import { outputChange } from './output-changes.ts'
import type { TerminalScreen } from './terminal-screen.ts'
import styles from './terminals-panel.module.css'
import { useScreen } from './use-screen.ts'

/** What an agent's command had printed at the playhead; moving back writes it anew. */
export function AgentScreen({ terminal }: { readonly terminal: AgentTerminal }) {
  const place = useRef<HTMLDivElement>(null)
  const screen = useRef<TerminalScreen>(undefined)
  const shown = useRef('')
  const wanted = useRef(terminal.output)
  const show = () => {
    if (!screen.current) return
    const change = outputChange(shown.current, wanted.current)
    shown.current = wanted.current
    if (change.type === 'none') return
    if (change.type === 'rewrite') screen.current.reset()
    void screen.current.write(change.text)
  }
  useScreen(place, terminal.spanId, {
    options: () => ({ isReadOnly: true }),
    use: (opened) => {
      screen.current = opened
      shown.current = ''
      show()
    },
  })
  useEffect(() => {
    wanted.current = terminal.output
    show()
  })
  return <div ref={place} className={styles.screen} />
}

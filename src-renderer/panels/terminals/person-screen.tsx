import { useRef } from 'react'
import { AppError } from '#shared/error.ts'
import type { TerminalId } from '#shared/ids.ts'
import { useConnection } from '../../client/host-context.tsx'
import type { TerminalScreen } from './terminal-screen.ts'
import styles from './terminals-panel.module.css'
import { useScreen } from './use-screen.ts'

export interface PersonScreenProps {
  readonly terminalId: TerminalId
  readonly onOpen: (screen: TerminalScreen) => void
}

/** A person's own shell. It outlives the window: opened again, it shows what it has printed. */
export function PersonScreen({ terminalId, onOpen }: PersonScreenProps) {
  const connection = useConnection()
  const place = useRef<HTMLDivElement>(null)
  const { client } = connection
  useScreen(place, terminalId, {
    options: () => ({
      isReadOnly: false,
      onResize: (size) => ignoreLoss(client['terminals.resize']({ terminalId, ...size })),
      onData: (data) => ignoreLoss(client['terminals.write']({ terminalId, data })),
    }),
    use: (screen, signal) => {
      ignoreLoss(client['terminals.resize']({ terminalId, ...screen.size }))
      screen.focus()
      onOpen(screen)
      ignoreLoss(fill({ connection, screen, terminalId, signal }))
    },
  })
  return <div ref={place} className={styles.screen} />
}

interface Filling {
  readonly connection: ReturnType<typeof useConnection>
  readonly screen: TerminalScreen
  readonly terminalId: TerminalId
  readonly signal: AbortSignal
}

/** The next piece is asked for when the last one has been drawn; a lost connection is waited for. */
async function fill({ connection, screen, terminalId, signal }: Filling): Promise<void> {
  let after = 0
  while (!signal.aborted) {
    await connection.untilOpen(signal)
    try {
      const pieces = connection.client['terminals.output']({ terminalId, after }, signal)
      for await (const { at, data } of pieces) {
        await screen.write(data)
        after = at + data.length
      }
      return
    } catch (error) {
      if (!AppError.is(error) || error.code !== 'unavailable') throw error
    }
  }
}

/** What cannot be said to a terminal that is gone, or out of reach, is not said; the tab tells its state. */
function ignoreLoss(saying: Promise<unknown>): void {
  saying.catch((error: unknown) => {
    const isExpected = AppError.is(error) || (error instanceof Error && error.name === 'AbortError')
    if (!isExpected) throw error
  })
}

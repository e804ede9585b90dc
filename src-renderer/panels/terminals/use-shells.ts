import { useState } from 'react'
import type { TerminalId } from '#shared/ids.ts'
import { useTerminals } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { usePlayheadControls, useSessionId } from '../../client/session-context.tsx'

/** The size a shell begins with, until its screen is measured. */
const FIRST_SIZE = { cols: 100, rows: 24 }

export interface Shells {
  /** Why the last one could not be opened or closed. */
  readonly error: string | undefined
  /** `show` is told once it is in the list. */
  open(show: (id: TerminalId) => void): void
  close(id: TerminalId): void
}

/** Opens and closes the person's shells, which there are live only; the list follows by the host's word. */
export function useShells(): Shells {
  const client = useHost()
  const sessionId = useSessionId()
  const { refetch } = useTerminals()
  const { goLive } = usePlayheadControls()
  const [error, setError] = useState<string | undefined>(undefined)
  const attempt = (act: () => Promise<unknown>) => {
    act().then(
      () => setError(undefined),
      (reason: unknown) => setError(reason instanceof Error ? reason.message : String(reason)),
    )
  }
  const open = async (show: (id: TerminalId) => void) => {
    const { terminalId } = await client['terminals.open']({ sessionId, ...FIRST_SIZE })
    await refetch()
    goLive()
    show(terminalId)
  }
  const close = async (terminalId: TerminalId) => {
    await client['terminals.close']({ terminalId })
    await refetch()
  }
  return {
    error,
    open: (show) => attempt(() => open(show)),
    close: (id) => attempt(() => close(id)),
  }
}

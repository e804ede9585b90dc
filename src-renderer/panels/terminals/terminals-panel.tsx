import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { TerminalId } from '#shared/lib/ids.ts'
import type { TerminalsState } from '#shared/projections/terminals.ts'
import { useConnectionState, useHost } from '../../connection/host-context.tsx'
import {
  useIsLive,
  usePlayheadControls,
  useSelection,
  useSessionId,
  useSessionView,
} from '../../session/session-context.tsx'
import { useTerminals } from '../../session/session-queries.ts'
import { sameItems, useProjection } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { loadedLater } from '../../ui/loading/lazy-component.tsx'
import { Empty, Failure } from '../../ui/loading/notice.tsx'
import { PanelBar, PanelTitle } from '../../ui/panels/panel-bar.tsx'
import { listTerminals } from './terminal-list.ts'
import styles from './terminals-panel.module.css'

const ShownTerminals = loadedLater(
  async () => (await import('./shown-terminals.tsx')).ShownTerminals,
  'Loading the terminals',
)

const selectTerminals = (state: TerminalsState) =>
  state.order.flatMap((id) => state.terminals[id] ?? [])

/** What the agents' commands print, and shells of the person's own; of the past, the agents' only. */
export function TerminalsPanel() {
  const ofAgents = useProjection(useSessionView(), 'terminals', selectTerminals, sameItems)
  const isLive = useIsLive()
  const canOpen = useConnectionState() === 'open'
  const { data: ofPerson = [] } = useTerminals()
  const { select } = useSelection()
  const shells = useShells()
  const list = listTerminals(ofAgents, isLive ? ofPerson : [])
  const open = () => shells.open((terminalId) => select({ terminalId }))
  return (
    <div className={styles.panel}>
      {list.length > 0 ? (
        <ShownTerminals list={list} shells={shells} canOpen={canOpen} />
      ) : (
        <None error={shells.error} onOpen={canOpen ? open : undefined} />
      )}
    </div>
  )
}

interface NoneProps {
  readonly error: string | undefined
  readonly onOpen: (() => void) | undefined
}

function None({ error, onOpen }: NoneProps) {
  return (
    <>
      <PanelBar>
        <PanelTitle>Terminals</PanelTitle>
        {onOpen && (
          <IconButton label="Open a terminal" onClick={onOpen}>
            <Plus aria-hidden />
          </IconButton>
        )}
      </PanelBar>
      {error && <Failure>{error}</Failure>}
      <Empty isFlat action={onOpen && <Button onClick={onOpen}>Open a terminal</Button>}>
        {onOpen
          ? 'What agents run appears here, and shells of your own.'
          : 'What agents run appears here.'}
      </Empty>
    </>
  )
}

/** The size a shell begins with, until its screen is measured. */
const FIRST_SIZE = { cols: 100, rows: 24 }

export interface Shells {
  /** Why the last one could not be opened, closed or reset. */
  readonly error: string | undefined
  /** `show` is told once it is in the list. */
  open(show: (id: TerminalId) => void): void
  close(id: TerminalId): void
  /** Undoes what a program left behind: modes, colors, the alternate screen. */
  reset(id: TerminalId): void
}

/** Opens and closes the person's shells, which there are live only; the list follows by the host's word. */
function useShells(): Shells {
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
    reset: (terminalId) => attempt(() => client['terminals.reset']({ terminalId })),
  }
}

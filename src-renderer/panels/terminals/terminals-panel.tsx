import { Plus } from 'lucide-react'
import type { TerminalsState } from '#shared/projections/terminals.ts'
import { useTerminals } from '../../client/documents.ts'
import { useConnectionState } from '../../client/host-context.tsx'
import { useIsLive, useSelection, useSessionView } from '../../client/session-context.tsx'
import { sameItems, useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { loadedLater } from '../../ui/loaded-later.tsx'
import { Empty, Failure } from '../../ui/notice.tsx'
import { PanelBar, PanelTitle } from '../../ui/panel-bar.tsx'
import { listTerminals } from './terminal-list.ts'
import styles from './terminals-panel.module.css'
import { useShells } from './use-shells.ts'

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

import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { PersonTerminal } from '#shared/contract/terminals.ts'
import type { TerminalsState } from '#shared/projections/terminals.ts'
import { useTerminals } from '../../client/documents.ts'
import { useConnectionState, useHost } from '../../client/host-context.tsx'
import {
  useIsLive,
  usePlayheadControls,
  useSelection,
  useSessionId,
  useSessionView,
} from '../../client/session-context.tsx'
import { sameItems, useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { formatBytes } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import { PanelTitle } from '../../ui/panel-bar.tsx'
import { TabBar } from '../../ui/tabs.tsx'
import { endOf, findShown, type Listed, listTerminals, tabsOf } from './terminal-list.ts'
import { TerminalTab } from './terminal-tab.tsx'
import styles from './terminals-panel.module.css'

const AgentScreen = lazy(async () => ({
  default: (await import('./agent-screen.tsx')).AgentScreen,
}))
const PersonScreen = lazy(async () => ({
  default: (await import('./person-screen.tsx')).PersonScreen,
}))

const selectTerminals = (state: TerminalsState) =>
  state.order.flatMap((id) => state.terminals[id] ?? [])

/** The size a shell begins with, until its screen is measured. */
const FIRST_SIZE = { cols: 100, rows: 24 }

/** What the agents' commands print, and shells of the person's own; of the past, the agents' only. */
export function TerminalsPanel() {
  const ofAgents = useProjection(useSessionView(), 'terminals', selectTerminals, sameItems)
  const isLive = useIsLive()
  const canOpen = useConnectionState() === 'open'
  const { data: ofPerson = [] } = useTerminals()
  const { terminalId, select } = useSelection()
  const shells = useShells()
  const [closing, setClosing] = useState<PersonTerminal>()
  const close = (terminal: PersonTerminal) =>
    terminal.exitCode === undefined ? setClosing(terminal) : shells.close(terminal.id)
  const list = listTerminals(ofAgents, isLive ? ofPerson : [])
  const shown = findShown(list, terminalId)
  const tabs = tabsOf(list, shown).map((one, place) => (
    <TerminalTab
      key={keyOf(one, place)}
      listed={one}
      isShown={one.id === shown?.id}
      onChoose={() => select({ terminalId: one.id })}
      onClose={one.type === 'person' ? () => close(one.terminal) : undefined}
    />
  ))
  return (
    <div className={styles.panel}>
      <TabBar label="Terminals" tabs={tabs}>
        {tabs.length === 0 && <PanelTitle>Terminals</PanelTitle>}
        {canOpen && (
          <IconButton label="Open a terminal" onClick={shells.open}>
            <Plus aria-hidden />
          </IconButton>
        )}
        {shown && <State listed={shown} />}
      </TabBar>
      {shells.error && <Failure>{shells.error}</Failure>}
      <Shown shown={shown} onOpen={canOpen ? shells.open : undefined} />
      {closing && (
        <Closing
          terminal={closing}
          onClose={(isAgreed) => {
            if (isAgreed) shells.close(closing.id)
            setClosing(undefined)
          }}
        />
      )}
    </div>
  )
}

/** At another moment other agents have the same tabs: made anew, they were most of what a seek made. */
function keyOf(listed: Listed, place: number): string {
  return listed.type === 'person' ? listed.id : `agent ${place}`
}

interface ClosingProps {
  readonly terminal: PersonTerminal
  readonly onClose: (isAgreed: boolean) => void
}

function Closing({ terminal, onClose }: ClosingProps) {
  return (
    <DeleteDialog
      title={`Close “${terminal.title}”`}
      description="Its shell ends, with all that runs in it. That cannot be undone."
      action="End it"
      isDeleting={false}
      error={undefined}
      onDelete={() => onClose(true)}
      onClose={() => onClose(false)}
    />
  )
}

/** Opens and closes the person's shells, which there are live only; the list follows by the host's word. */
function useShells() {
  const client = useHost()
  const sessionId = useSessionId()
  const { select } = useSelection()
  const { refetch } = useTerminals()
  const { goLive } = usePlayheadControls()
  const [error, setError] = useState<string | undefined>(undefined)
  const attempt = (act: () => Promise<unknown>) => {
    act().then(
      () => setError(undefined),
      (reason: unknown) => setError(reason instanceof Error ? reason.message : String(reason)),
    )
  }
  const open = async () => {
    const { terminalId } = await client['terminals.open']({ sessionId, ...FIRST_SIZE })
    await refetch()
    goLive()
    select({ terminalId })
  }
  const close = async (terminalId: Extract<Listed, { type: 'person' }>['terminal']['id']) => {
    await client['terminals.close']({ terminalId })
    await refetch()
  }
  return {
    error,
    open: () => attempt(open),
    close: (id: Parameters<typeof close>[0]) => attempt(() => close(id)),
  }
}

function State({ listed }: { readonly listed: Listed }) {
  const end = endOf(listed)
  const skippedBytes = skippedOf(listed)
  const words = [
    ...(listed.type === 'agent' ? ["agent's terminal", 'read only'] : []),
    ...(skippedBytes > 0 ? [`${formatBytes(skippedBytes)} left out`] : []),
    ...(end ? [end] : []),
  ]
  return <span className={styles.state}>{words.join(' · ')}</span>
}

function skippedOf(listed: Listed): number {
  if (listed.type === 'person') return 0
  return listed.terminals.reduce((sum, { skippedBytes }) => sum + skippedBytes, 0)
}

interface ShownProps {
  readonly shown: Listed | undefined
  readonly onOpen: (() => void) | undefined
}

function Shown({ shown, onOpen }: ShownProps) {
  if (!shown) {
    return (
      <Empty isFlat action={onOpen && <Button onClick={onOpen}>Open a terminal</Button>}>
        {onOpen
          ? 'What agents run appears here, and shells of your own.'
          : 'What agents run appears here.'}
      </Empty>
    )
  }
  return (
    <div className={styles.place}>
      <Suspense fallback={<Loading label="Loading the terminal" />}>
        {shown.type === 'agent' ? (
          <AgentScreen terminals={shown.terminals} />
        ) : (
          <PersonScreen key={shown.id} terminalId={shown.terminal.id} />
        )}
      </Suspense>
    </div>
  )
}

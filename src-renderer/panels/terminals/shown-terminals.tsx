import { Plus, RotateCcw, Search } from 'lucide-react'
import { useState } from 'react'
import type { PersonTerminal } from '#shared/contract/procedures/terminals.ts'
import { useWrittenKeys } from '../../keyboard/shortcuts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { loadedLater } from '../../ui/loading/lazy-component.tsx'
import { Failure } from '../../ui/loading/notice.tsx'
import { DeleteDialog } from '../../ui/overlays/confirmation.tsx'
import { TabBar } from '../../ui/panels/tabs.tsx'
import { formatBytes } from '../../ui/text/format.ts'
import { endOf, type Listed, tabsOf } from './terminal-list.ts'
import type { Asked } from './terminal-split.tsx'
import { SplitButtons, TerminalTab } from './terminal-tabs.tsx'
import styles from './terminals-panel.module.css'
import type { Shells } from './terminals-panel.tsx'
import { type SidesControls, useSides } from './use-split.ts'
import { type Taking, useJustTaken, useTaking } from './use-terminal-takeover.ts'

const TerminalSides = loadedLater(
  async () => (await import('./terminal-split.tsx')).TerminalSides,
  'Loading the terminal',
)

interface ShownTerminalsProps {
  /** Not empty. */
  readonly list: readonly Listed[]
  readonly shells: Shells
  readonly canOpen: boolean
}

/** The terminals there are, as tabs, and one or two of them. */
export function ShownTerminals({ list, shells, canOpen }: ShownTerminalsProps) {
  const sides = useSides(list)
  const { left, right, active } = sides
  const [asked, setAsked] = useState<Asked>({ side: 'left', times: 0 })
  const split = canOpen ? () => shells.open(sides.showOnRight) : undefined
  const shown = active === 'right' ? right : left
  const taking = useTaking(shown)
  const taken = useJustTaken()
  return (
    <>
      <TabBar label="Terminals" tabs={<Tabs list={list} sides={sides} onEnd={shells.close} />}>
        {canOpen && (
          <IconButton label="Open a terminal" onClick={() => shells.open(sides.show)}>
            <Plus aria-hidden />
          </IconButton>
        )}
        <SplitButtons
          isSplit={right !== undefined}
          others={list.filter((one) => one !== left && one !== right)}
          onSplit={split}
          onUnite={sides.unite}
          onShowOnRight={sides.showOnRight}
        />
        <FindButton onClick={() => setAsked({ side: active, times: asked.times + 1 })} />
        {shown?.type === 'person' && canOpen && (
          <IconButton
            label="Reset terminal"
            data-command="reset-terminal"
            onClick={() => shells.reset(shown.terminal.id)}
          >
            <RotateCcw aria-hidden />
          </IconButton>
        )}
        {shown && <TakeButton taking={taking} />}
        {shown && <State listed={shown} taking={taking} />}
      </TabBar>
      {shells.error && <Failure>{shells.error}</Failure>}
      {taking.error && <Failure>{taking.error}</Failure>}
      {left && (
        <TerminalSides
          sides={sides}
          left={left}
          taken={taken}
          asked={asked}
          onFind={setAsked}
          onSplit={split}
        />
      )}
    </>
  )
}

interface TabsProps {
  readonly list: readonly Listed[]
  readonly sides: SidesControls
  /** Closes a terminal, with what runs in it. */
  readonly onEnd: (id: PersonTerminal['id']) => void
}

function Tabs({ list, sides, onEnd }: TabsProps) {
  const { left, right, active } = sides
  const [shown, beside] = active === 'right' ? [right, left] : [left, right]
  const [closing, setClosing] = useState<PersonTerminal>()
  const close = (terminal: PersonTerminal) =>
    terminal.exitCode === undefined ? setClosing(terminal) : onEnd(terminal.id)
  const tabs = tabsOf(list, [left, right]).map((one, place) => (
    <TerminalTab
      key={keyOf(one, place)}
      listed={one}
      isShown={one === shown}
      isBeside={one === beside}
      onChoose={() => sides.show(one.id)}
      onClose={one.type === 'person' ? () => close(one.terminal) : undefined}
    />
  ))
  return (
    <>
      {tabs}
      {closing && (
        <Closing
          terminal={closing}
          onClose={(isAgreed) => {
            if (isAgreed) onEnd(closing.id)
            setClosing(undefined)
          }}
        />
      )}
    </>
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

/** A person may type into an agent's terminal after having said so, and until it is given back. */
function TakeButton({ taking: { take, giveBack } }: { readonly taking: Taking }) {
  if (giveBack) {
    return (
      <Button isSmall data-command="give-terminal-back" onClick={giveBack}>
        Give back
      </Button>
    )
  }
  return (
    take && (
      <Button
        isSmall
        data-command="take-terminal"
        title="What you type goes to its command, until you give it back"
        onClick={take}
      >
        Take over
      </Button>
    )
  )
}

function State({ listed, taking }: { readonly listed: Listed; readonly taking: Taking }) {
  const end = endOf(listed)
  const skippedBytes = skippedOf(listed)
  const ofAgent = taking.holder ? [taking.holder] : ["agent's terminal", 'read only']
  const words = [
    ...(listed.type === 'agent' ? ofAgent : []),
    ...(skippedBytes > 0 ? [`${formatBytes(skippedBytes)} left out`] : []),
    ...(end ? [end] : []),
  ]
  const told = words.join(' · ')
  return (
    <span className={styles.state} title={told} style={{ '--chars': told.length }}>
      {told}
    </span>
  )
}

function skippedOf(listed: Listed): number {
  if (listed.type === 'person') return 0
  return listed.terminals.reduce((sum, { skippedBytes }) => sum + skippedBytes, 0)
}

function FindButton({ onClick }: { readonly onClick: () => void }) {
  const keys = useWrittenKeys('find-in-terminal')
  return (
    <IconButton
      label="Find in the terminal"
      shortcut={keys}
      data-command="find-in-terminal"
      onClick={onClick}
    >
      <Search aria-hidden />
    </IconButton>
  )
}

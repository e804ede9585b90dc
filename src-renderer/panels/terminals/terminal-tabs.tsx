import { ChevronDown, Columns2, Plus, Square, SquareTerminal } from 'lucide-react'
import { useCallback } from 'react'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useWrittenKeys } from '../../keyboard/shortcuts.ts'
import { useHue } from '../../session/agents/agent-colors.ts'
import { nameOf } from '../../session/agents/format-agent.ts'
import { useSessionView } from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { Tab } from '../../ui/panels/tabs.tsx'
import { keptNameOf, type Listed } from './terminal-list.ts'

interface TerminalTabProps {
  readonly listed: Listed
  readonly isShown: boolean
  /** On the side that has not the focus. */
  readonly isBeside: boolean
  readonly onChoose: () => void
  /** Absent where it is not the person's to close. */
  readonly onClose: (() => void) | undefined
}

/** An agent's terminal is named after the agent and marked with its hue; a person's after its shell. */
export function TerminalTab({ listed, isShown, isBeside, onChoose, onClose }: TerminalTabProps) {
  const agentId = listed.type === 'agent' ? listed.agentId : undefined
  const name = useTerminalName(listed)
  const hue = useHue(agentId)
  const title = titleOf(listed)
  return (
    <Tab
      name={name}
      title={title}
      isShown={isShown}
      isBeside={isBeside}
      icon={
        <SquareTerminal size={13} strokeWidth={1.5} aria-hidden style={agentId && { color: hue }} />
      }
      onChoose={onChoose}
      onClose={onClose}
    />
  )
}

/** An agent's terminal is called as the agent is, with its own name where it keeps it; a person's as its shell. */
function useTerminalName(listed: Listed): string {
  const agentId = listed.type === 'agent' ? listed.agentId : undefined
  const selectName = useCallback(
    ({ lanes }: TimelineState) => {
      const lane = agentId && lanes[agentId]
      return lane && nameOf(lane)
    },
    [agentId],
  )
  const agent = useProjection(useSessionView(), 'timeline', selectName)
  const kept = keptNameOf(listed)
  if (agent !== undefined) return kept === undefined ? agent : `${agent} · ${kept}`
  return kept ?? titleOf(listed) ?? 'Terminal'
}

function titleOf(listed: Listed): string | undefined {
  return listed.type === 'agent' ? listed.terminals.at(-1)?.title : listed.terminal.title
}

interface SplitControls {
  readonly isSplit: boolean
  /** What can be shown on the right and is not shown. */
  readonly others: readonly Listed[]
  /** Opens a shell on the right; absent where none can be opened. */
  readonly onSplit: (() => void) | undefined
  readonly onUnite: () => void
  readonly onShowOnRight: (id: string) => void
}

/** Two terminals side by side, or one again. */
export function SplitButtons(controls: SplitControls) {
  const { isSplit, others, onSplit, onUnite } = controls
  const keys = useWrittenKeys('split-terminal')
  return (
    <>
      {isSplit ? (
        <IconButton label="Show one terminal" data-command="unite-terminals" onClick={onUnite}>
          <Square aria-hidden />
        </IconButton>
      ) : (
        onSplit && (
          <IconButton
            label="Split to the right"
            shortcut={keys}
            data-command="split-terminal"
            onClick={onSplit}
          >
            <Columns2 aria-hidden />
          </IconButton>
        )
      )}
      {(others.length > 0 || (isSplit && onSplit)) && <RightMenu {...controls} />}
    </>
  )
}

function RightMenu({ others, onSplit, onShowOnRight }: SplitControls) {
  const trigger = (
    <IconButton label="Show on the right" isSmall>
      <ChevronDown aria-hidden />
    </IconButton>
  )
  return (
    <Menu trigger={trigger}>
      {onSplit && (
        <MenuItem icon={<Plus aria-hidden />} onSelect={onSplit}>
          A new terminal on the right
        </MenuItem>
      )}
      {others.map((one) => (
        <OnRight key={one.id} listed={one} onSelect={() => onShowOnRight(one.id)} />
      ))}
    </Menu>
  )
}

function OnRight({ listed, onSelect }: { readonly listed: Listed; readonly onSelect: () => void }) {
  const name = useTerminalName(listed)
  return (
    <MenuItem icon={<Columns2 aria-hidden />} onSelect={onSelect}>
      {name} on the right
    </MenuItem>
  )
}

import { SquareTerminal } from 'lucide-react'
import { useCallback } from 'react'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useHue } from '../../client/agent-hues.ts'
import { nameOf } from '../../client/lane-words.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { Tab } from '../../ui/tabs.tsx'
import { keptNameOf, type Listed } from './terminal-list.ts'

export interface TerminalTabProps {
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
export function useTerminalName(listed: Listed): string {
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

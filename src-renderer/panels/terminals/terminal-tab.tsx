import { SquareTerminal } from 'lucide-react'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useHue } from '../../client/agent-hues.ts'
import { nameOf } from '../../client/lane-words.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { Tab } from '../../ui/tabs.tsx'
import type { Listed } from './terminal-list.ts'

export interface TerminalTabProps {
  readonly listed: Listed
  readonly isShown: boolean
  readonly onChoose: () => void
  /** Absent where it is not the person's to close. */
  readonly onClose: (() => void) | undefined
}

/** An agent's terminal is named after the agent and marked with its hue; a person's after its shell. */
export function TerminalTab({ listed, isShown, onChoose, onClose }: TerminalTabProps) {
  const agentId = listed.type === 'agent' ? listed.agentId : undefined
  const selectName = ({ lanes }: TimelineState) => {
    const lane = agentId && lanes[agentId]
    return lane && nameOf(lane)
  }
  const agent = useProjection(useSessionView(), 'timeline', selectName)
  const hue = useHue(agentId)
  const title = listed.type === 'agent' ? listed.terminals.at(-1)?.title : listed.terminal.title
  const name = agent ?? title ?? 'Terminal'
  return (
    <Tab
      name={name}
      title={title}
      isShown={isShown}
      icon={
        <SquareTerminal size={13} strokeWidth={1.5} aria-hidden style={agentId && { color: hue }} />
      }
      onChoose={onChoose}
      onClose={onClose}
    />
  )
}

import { useSelection } from '../../client/session-context.tsx'
import { Thread } from './thread.tsx'
import { TranscriptHead } from './transcript-head.tsx'

/** What was said and done: by the lead, or by the subagent that is opened. */
export function TranscriptPanel() {
  const { agentId } = useSelection()
  return (
    <>
      <TranscriptHead agentId={agentId} />
      <Thread key={agentId ?? 'lead'} agentId={agentId} />
    </>
  )
}

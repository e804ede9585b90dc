import type { Party } from '#shared/events/message.ts'
import type { TranscriptState } from '#shared/projections/transcript.ts'
import { useHue } from '../../client/agent-hues.ts'
import { useSelection, useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import styles from './agent-name.module.css'

const selectLead = (state: TranscriptState) => state.leadId

/** What others call an agent, in its hue; it opens the agent's own transcript. */
export function AgentName({ agent: { agentId, name } }: { readonly agent: Party }) {
  const { select } = useSelection()
  const leadId = useProjection(useSessionView(), 'transcript', selectLead)
  return (
    <button
      type="button"
      className={styles.name}
      style={{ '--hue': useHue(agentId) }}
      title={`Open the transcript of ${name}`}
      onClick={() => select({ agentId: agentId === leadId ? undefined : agentId })}
    >
      {name}
    </button>
  )
}

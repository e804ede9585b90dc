import { type PinsState, pinsOf } from '#shared/projections/pins.ts'
import type { TranscriptState } from '#shared/projections/transcript.ts'
import type { CompactionItem } from '#shared/projections/transcript-items.ts'
import { ThreadMessages } from '../../../cards/thread-messages.tsx'
import { useCommands, useSessionId, useSessionView } from '../../../session/session-context.tsx'
import { sameItems, useProjection } from '../../../session/use-projection.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import styles from './dropped-messages.module.css'

/** What an agent sees a summary of in place, message by message; each can be brought back. */
export function DroppedMessages({ item }: { readonly item: CompactionItem }) {
  const sessionId = useSessionId()
  const view = useSessionView()
  const leadId = useProjection(view, 'transcript', selectLead)
  const agentId = item.agentId ?? leadId
  const canPin = useCommands() !== undefined
  const select = (state: PinsState) =>
    agentId ? pinsOf(state, agentId).map(({ messageId }) => messageId) : []
  const pinned = useProjection(view, 'pins', select, sameItems)
  return (
    <section className={styles.dropped}>
      <p>{formatNumber(item.droppedMessages, 'message')} no longer seen:</p>
      <ThreadMessages
        label="Messages that the model no longer sees"
        place={{ sessionId, agentId }}
        seq={item.seq}
        isDroppedOnly
        pinned={new Set(pinned)}
        canPin={canPin}
      />
    </section>
  )
}

const selectLead = (state: TranscriptState) => state.leadId

import { useQueryClient } from '@tanstack/react-query'
import { Pin, PinOff } from 'lucide-react'
import { useState } from 'react'
import type { ThreadMessage } from '#shared/contract/procedures/context.ts'
import type { SessionId, SpanId } from '#shared/lib/ids.ts'
import { useHost } from '../connection/host-context.tsx'
import { useHostQuery } from '../queries/host-query.ts'
import { refetchDocuments } from '../queries/query-invalidation.ts'
import { useCommand } from '../queries/use-command.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Failure, Loading } from '../ui/loading/notice.tsx'
import { formatTokens } from '../ui/text/format.ts'
import styles from './thread-messages.module.css'

export interface ThreadPlace {
  readonly sessionId: SessionId
  /** The lead, unless given. */
  readonly agentId?: SpanId | undefined
}

interface ThreadMessagesProps {
  readonly place: ThreadPlace
  /** As it was then; without it, as it is. */
  readonly seq?: number
  readonly isDroppedOnly?: boolean
  readonly pinned: ReadonlySet<string>
  /** The past is only looked at. */
  readonly canPin: boolean
  /** Of the list. */
  readonly label: string
}

/** More are asked for: a long thread has thousands. */
const SHOWN_AT_FIRST = 100

/** The messages of an agent's thread, each to be pinned to what the agent is told, or taken off. */
export function ThreadMessages(props: ThreadMessagesProps) {
  const { place, seq, isDroppedOnly, label } = props
  const [isWhole, setWhole] = useState(false)
  const { data, error } = useHostQuery('context.thread', { ...asked(place), seq })
  if (error) return <Failure>The messages could not be listed. {error.message}</Failure>
  if (!data) return <Loading label="Loading the messages" rows={3} />
  const listed = isDroppedOnly ? data.filter(({ isDropped }) => isDropped) : data
  if (listed.length === 0) return <p className={styles.none}>None of them is kept any more.</p>
  const shown = isWhole ? listed : listed.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <ol className={styles.list} aria-label={label}>
        {shown.map((message) => (
          <MessageRow key={message.messageId} message={message} {...props} />
        ))}
      </ol>
      {shown.length < listed.length && (
        <Button isSmall variant="quiet" onClick={() => setWhole(true)}>
          Show the other {listed.length - shown.length}
        </Button>
      )}
    </>
  )
}

const roles: Readonly<Record<ThreadMessage['role'], string>> = {
  input: 'told',
  agent: 'said',
  tool: 'result',
}

interface MessageRowProps extends Pick<ThreadMessagesProps, 'place' | 'pinned' | 'canPin'> {
  readonly message: ThreadMessage
}

function MessageRow({ message, place, pinned, canPin }: MessageRowProps) {
  const { messageId, role, title, tokens } = message
  const isPinned = pinned.has(messageId)
  return (
    <li className={styles.message} data-pinned={isPinned}>
      <span className={styles.role}>{roles[role]}</span>
      <span className={styles.title} title={title}>
        {title}
      </span>
      <span className={styles.tokens}>{formatTokens(tokens)}</span>
      {canPin && <PinButton message={message} place={place} isPinned={isPinned} />}
      {!canPin && isPinned && <Pin aria-label="pinned" />}
    </li>
  )
}

interface PinButtonProps {
  readonly message: Pick<ThreadMessage, 'messageId' | 'title' | 'isDropped'>
  readonly place: ThreadPlace
  readonly isPinned: boolean
}

/** From the agent's next call on it is told the message, or no longer. */
export function PinButton({ message, place, isPinned }: PinButtonProps) {
  const client = useHost()
  const queries = useQueryClient()
  const { messageId, title, isDropped } = message
  const turn = useCommand(async () => {
    const act = isPinned ? client['context.unpin'] : client['context.pin']
    await act({ ...asked(place), messageId })
    await refetchDocuments(queries, 'context.preview', 'context.thread')
  })
  const verb = isPinned ? 'Unpin' : isDropped ? 'Bring back' : 'Pin'
  return (
    <>
      <Button
        isSmall
        variant="quiet"
        disabled={turn.isRunning}
        aria-label={`${verb}: ${title}`}
        onClick={() => void turn.run?.()}
      >
        {isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
        {verb}
      </Button>
      {turn.error && (
        <p className={styles.error} role="alert">
          {turn.error}
        </p>
      )}
    </>
  )
}

function asked({ sessionId, agentId }: ThreadPlace) {
  return { sessionId, ...(agentId && { agentId }) }
}

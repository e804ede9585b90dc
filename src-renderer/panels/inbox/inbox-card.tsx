import type { InboxItem } from '#shared/contract/approvals.ts'
import { ApprovalCard } from '../../cards/approval-card.tsx'
import { LimitCard } from '../../cards/limit-card.tsx'
import { UnfinishedCard } from '../../cards/unfinished-card.tsx'
import { ReachedSessionScope } from '../../client/reached-session.tsx'
import { useNow } from '../../client/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { formatClock, formatSoFar } from '../../ui/format.ts'
import styles from './inbox.module.css'

export interface InboxCardProps {
  readonly item: InboxItem
  /** Opens its session. */
  readonly onOpen: () => void
  /** Once something was said of it. */
  readonly onSettled: () => Promise<unknown>
}

/** What is looked at: where it arose, and its card. */
export function InboxCard({ item, onOpen, onSettled }: InboxCardProps) {
  const { sessionId, sessionTitle, projectName, since } = item
  return (
    <ReachedSessionScope sessionId={sessionId}>
      <header className={styles.where}>
        <h2 title={sessionTitle}>{sessionTitle}</h2>
        <p>
          <span>{projectName}</span>
          <span>
            {HAPPENED[item.type]} at {formatClock(since)}
          </span>
        </p>
        <Button isSmall onClick={onOpen}>
          Open the session
        </Button>
      </header>
      <div className={styles.card}>
        <Card item={item} onSettled={onSettled} />
      </div>
    </ReachedSessionScope>
  )
}

const HAPPENED: Readonly<Record<InboxItem['type'], string>> = {
  approval: 'asked',
  unfinished: 'cut off',
  limit: 'limited',
}

function Card({ item, onSettled }: Pick<InboxCardProps, 'item' | 'onSettled'>) {
  const { agentName, since } = item
  if (item.type === 'approval') {
    return (
      <ApprovalCard
        approval={item.approval}
        agentName={agentName ?? 'An agent'}
        waited={<Waited since={since} />}
        onDecided={onSettled}
      />
    )
  }
  if (item.type === 'limit') return <LimitCard wait={item.wait} onEnded={onSettled} />
  const { call, output } = item
  return <UnfinishedCard call={call} agentName={agentName} output={output} onResolved={onSettled} />
}

const SECOND_MS = 1000

/** By itself, so that nothing else is drawn anew with every second. */
function Waited({ since }: { readonly since: number }) {
  return formatSoFar(useNow(SECOND_MS) - since)
}

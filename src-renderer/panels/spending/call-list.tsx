import { X } from 'lucide-react'
import type { SpentCall } from '#shared/contract/spending.ts'
import { AppError } from '#shared/error.ts'
import { dayOf } from '#shared/spending/stretches.ts'
import { useNavigation } from '../../client/navigation.tsx'
import { Button } from '../../ui/button.tsx'
import { formatClock, formatCost, formatNumber, formatTokens } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import styles from './call-list.module.css'
import { type CallsAsked, useCalls } from './use-spending.ts'

export interface CallListProps {
  readonly asked: CallsAsked
  /** Whose calls they are, and when they were made. */
  readonly title: string
  /** Tells spending of this group alone; absent where it does already. */
  readonly onNarrow: (() => void) | undefined
  readonly onClose: () => void
}

/** The very model calls behind a sum; each leads to its instant in its session. */
export function CallList({ asked, title, onNarrow, onClose }: CallListProps) {
  const { data, error } = useCalls(asked)
  return (
    <section className={styles.calls} aria-label={`Model calls: ${title}`}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {data && <span>{countOf(data)}</span>}
        {onNarrow && (
          <Button isSmall variant="quiet" onClick={onNarrow}>
            Only this
          </Button>
        )}
        <IconButton isSmall label="Close the calls" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {error && <Failure>{AppError.toWire(error).message}</Failure>}
      {!data && !error && <Loading label="Looking for the calls" />}
      <ul className={styles.list}>
        {data?.calls.map((call) => (
          <Call key={`${call.sessionId} ${call.seq}`} call={call} />
        ))}
      </ul>
    </section>
  )
}

function countOf({ calls, count }: { calls: readonly SpentCall[]; count: number }): string {
  const all = formatNumber(count, 'call')
  return calls.length < count ? `the dearest ${calls.length} of ${all}` : all
}

function Call({ call }: { readonly call: SpentCall }) {
  const { sessionId, seq, at, title, type, provider, model, tools, outcome, totals } = call
  const { openSession } = useNavigation()
  return (
    <li>
      <button
        type="button"
        title="Open the session at this instant"
        onClick={() => openSession(sessionId, seq)}
      >
        <span className={styles.what}>
          <b>{title}</b>
          <span>
            {dayOf(at)} {formatClock(at)} · {type} · {provider}:{model} ·{' '}
            {outcome === 'ok' ? tools.join(', ') || 'answered' : outcome}
          </span>
        </span>
        <span className={styles.tokens}>
          {formatTokens(totals.inputTokens)} in, {formatTokens(totals.outputTokens)} out
        </span>
        <span className={styles.cost}>{formatCost(totals.costUsd, totals.unpricedCalls)}</span>
      </button>
    </li>
  )
}

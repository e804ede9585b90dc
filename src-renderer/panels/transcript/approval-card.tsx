import { Inbox } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Effect } from '#shared/events/value.ts'
import type { Approval } from '#shared/projections/approvals.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useCommands, useSessionView } from '../../client/session-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { useProjection } from '../../client/use-projection.ts'
import { useViewClock } from '../../client/use-view-clock.ts'
import { Button } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format.ts'
import styles from './approval-card.module.css'
import { EditArguments, RejectWithReason } from './approval-forms.tsx'
import { ApprovalSubject } from './approval-subject.tsx'

const wants: Readonly<Record<Effect, string>> = {
  read: 'wants to read',
  edit: 'wants to change a file',
  execute: 'wants to run a command',
  fetch: 'wants to fetch something',
}

type Mode = 'choose' | 'edit' | 'reject'

/** A call that waits for a person: who, what, what it can do, which rule asks, and the keys. */
export function ApprovalCard({ approval }: { readonly approval: Approval }) {
  const [mode, setMode] = useState<Mode>('choose')
  const now = useViewClock(true)
  const who = useProjection(
    useSessionView(),
    'timeline',
    (state: TimelineState) => state.lanes[approval.agentId]?.type ?? 'An agent',
  )
  const decide = useCommand(useCommands()?.decide)
  const card = useKeptFocus()
  const { approvalId } = approval
  const title = `${who} ${wants[approval.effect]}`
  const choose = () => {
    setMode('choose')
    // The button is there again before the next frame.
    requestAnimationFrame(() =>
      card.current?.querySelector<HTMLElement>('[data-focus="approval"]')?.focus(),
    )
  }
  return (
    <section ref={card} className={styles.card} aria-label={title}>
      <header className={styles.head}>
        <Inbox aria-hidden="true" />
        <h3>{title}</h3>
        <span>waiting {formatDuration(now - approval.requestedAt)}</span>
      </header>
      {mode !== 'edit' && <ApprovalSubject approval={approval} />}
      <p className={styles.risk}>
        {approval.risk} Rule: <code>{approval.rule}</code>
      </p>
      {decide.error && (
        <p className={styles.error} role="alert">
          {decide.error}
        </p>
      )}
      {decide.run && mode === 'choose' && (
        <Choices
          isBusy={decide.isRunning}
          onApprove={() => void decide.run?.({ approvalId, decision: 'approve' })}
          onMode={setMode}
        />
      )}
      {decide.run && mode === 'edit' && (
        <EditArguments
          args={approval.args}
          onDone={(args) => void decide.run?.({ approvalId, decision: 'edit', args })}
          onCancel={choose}
        />
      )}
      {decide.run && mode === 'reject' && (
        <RejectWithReason
          onDone={(decision, message) =>
            void decide.run?.({ approvalId, decision, ...(message && { message }) })
          }
          onCancel={choose}
        />
      )}
    </section>
  )
}

/** A card that goes while it has the focus leaves it to the transcript around it. */
function useKeptFocus(): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = card.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      element.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
    }
  }, [])
  return card
}

interface ChoicesProps {
  readonly isBusy: boolean
  readonly onApprove: () => void
  readonly onMode: (mode: Mode) => void
}

/** While one of them has the focus: Enter approves, E edits, R rejects. */
function Choices({ isBusy, onApprove, onMode }: ChoicesProps) {
  const onKey = ({ key, metaKey, ctrlKey, altKey }: KeyboardEvent) => {
    if (metaKey || ctrlKey || altKey) return
    if (key === 'e') onMode('edit')
    if (key === 'r') onMode('reject')
  }
  return (
    <fieldset className={styles.choices} onKeyUp={onKey} aria-label="Decide">
      <Button
        variant="primary"
        shortcut="⏎"
        disabled={isBusy}
        onClick={onApprove}
        data-focus="approval"
      >
        Approve
      </Button>
      <Button onClick={() => onMode('edit')} disabled={isBusy} aria-keyshortcuts="E">
        Edit
      </Button>
      <Button onClick={() => onMode('reject')} disabled={isBusy} aria-keyshortcuts="R">
        Reject…
      </Button>
    </fieldset>
  )
}

import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Approval } from '#shared/projections/approvals.ts'
import type { Decision } from '#shared/settings/settings.ts'
import { Button } from '../../ui/buttons/button.tsx'
import styles from '../card.module.css'
import { AlwaysMenu } from './always-menu.tsx'
import { AmountForm, findAmount } from './amount-form.tsx'
import type { ApprovalDraft } from './approval-draft.ts'
import { EditArguments, QuestionForm, RejectWithReason } from './approval-forms.tsx'
import type { Decide } from './decide.ts'

interface ApprovalChoicesProps {
  readonly approval: Approval
  readonly draft: ApprovalDraft
  readonly isBusy: boolean
  readonly onChange: (change: Partial<ApprovalDraft>) => void
  readonly onDecide: (decision: Decide) => void
}

/** The keys of a call that waits, or the form that one of them opens. */
export function ApprovalChoices(props: ApprovalChoicesProps) {
  const { approval, draft, onChange, onDecide } = props
  const { args, allowedDecisions } = approval
  const mode = shownMode(approval, draft)
  const place = useFocusOnChange(mode)
  const cancel = () => onChange({ mode: 'choose' })
  return (
    <div ref={place}>
      {mode === 'choose' && <FirstChoices {...props} />}
      {mode === 'edit' && (
        <EditArguments
          args={args}
          text={draft.text}
          onWrite={(text) => onChange({ text })}
          onDone={(edited) => onDecide({ decision: 'edit', args: edited })}
          onCancel={cancel}
        />
      )}
      {mode === 'reject' && (
        <RejectWithReason
          allowed={allowedDecisions}
          message={draft.message}
          onWrite={(message) => onChange({ message })}
          onDone={(decision, message) => onDecide({ decision, ...(message && { message }) })}
          onCancel={cancel}
        />
      )}
    </div>
  )
}

/** A draft may be of a form that the request doesn't allow: only calls are edited or rejected in one. */
function shownMode({ type, allowedDecisions }: Approval, { mode }: ApprovalDraft) {
  if (type !== 'call') return 'choose'
  if (mode === 'edit') return allowedDecisions.includes('edit') ? mode : 'choose'
  return mode
}

/** What was asked for just now gets the focus; what comes back on screen leaves it where it is. */
function useFocusOnChange(mode: ApprovalDraft['mode']) {
  const place = useRef<HTMLDivElement>(null)
  const focused = useRef(mode)
  useLayoutEffect(() => {
    if (focused.current === mode) return
    focused.current = mode
    const first = place.current?.querySelector<HTMLElement>('textarea, input, [data-focus]')
    first?.focus({ focusVisible: true })
    // The card has grown, perhaps beyond what is in sight.
    place.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [mode])
  return place
}

/** Where a question or an amount is asked, that is what there is to decide, each time anew. */
function FirstChoices({ approval, draft, isBusy, onChange, onDecide }: ApprovalChoicesProps) {
  if (approval.type === 'question') {
    return (
      <QuestionForm
        args={approval.args}
        message={draft.message}
        isBusy={isBusy}
        onWrite={(message) => onChange({ message })}
        onDone={onDecide}
      />
    )
  }
  const amount = findAmount(approval)
  if (amount) {
    return (
      <AmountForm
        amount={amount}
        text={draft.text}
        isBusy={isBusy}
        onWrite={(text) => onChange({ text })}
        onDone={onDecide}
      />
    )
  }
  return (
    <Choices
      isBusy={isBusy}
      allowed={approval.allowedDecisions}
      onApprove={() => onDecide({ decision: 'approve' })}
      onMode={(mode) => onChange({ mode })}
    >
      {approval.acceptsRule && (
        <AlwaysMenu
          approvalId={approval.approvalId}
          isBusy={isBusy}
          onChoose={(always) => onDecide({ decision: 'approve', always })}
        />
      )}
    </Choices>
  )
}

interface ChoicesProps {
  readonly isBusy: boolean
  readonly allowed: readonly Decision[]
  readonly onApprove: () => void
  readonly onMode: (mode: 'edit' | 'reject') => void
  /** Further ways to decide. */
  readonly children: ReactNode
}

/** Buttons for the allowed decisions. While one has the focus: Enter approves, E edits, R rejects. */
function Choices({ isBusy, allowed, onApprove, onMode, children }: ChoicesProps) {
  const canApprove = allowed.includes('approve')
  const canEdit = allowed.includes('edit')
  const refusal = refusalLabel(allowed)
  const onKey = ({ key, metaKey, ctrlKey, altKey, target, currentTarget }: KeyboardEvent) => {
    if (metaKey || ctrlKey || altKey) return
    // What is pressed in a menu of theirs comes here, too.
    if (target instanceof Node && !currentTarget.contains(target)) return
    if (key === 'e' && canEdit) onMode('edit')
    if (key === 'r' && refusal) onMode('reject')
  }
  return (
    <fieldset className={styles.choices} onKeyUp={onKey} aria-label="Decide">
      {canApprove && (
        <Button
          variant="primary"
          shortcut="⏎"
          disabled={isBusy}
          onClick={onApprove}
          data-focus="approval"
        >
          Approve
        </Button>
      )}
      {canEdit && (
        <Button
          onClick={() => onMode('edit')}
          disabled={isBusy}
          aria-keyshortcuts="E"
          data-focus={canApprove ? undefined : 'approval'}
        >
          Edit
        </Button>
      )}
      {refusal && (
        <Button
          onClick={() => onMode('reject')}
          disabled={isBusy}
          aria-keyshortcuts="R"
          data-focus={canApprove || canEdit ? undefined : 'approval'}
        >
          {refusal}
        </Button>
      )}
      {children}
    </fieldset>
  )
}

/** What the form with a message is for: rejecting, answering in the call's place, or either. */
function refusalLabel(allowed: readonly Decision[]): string | undefined {
  if (allowed.includes('reject')) return 'Reject…'
  return allowed.includes('respond') ? 'Answer…' : undefined
}

import { CircleDollarSign, Inbox, type LucideIcon, MessageCircleQuestion } from 'lucide-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import type { ApprovalType } from '#shared/events/approval.ts'
import type { Effect } from '#shared/events/value.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import { formatServerClaims, type ServerClaims } from '#shared/mcp/mcp-claims.ts'
import type { Approval } from '#shared/projections/approvals.ts'
import { useCommand } from '../../queries/use-command.ts'
import { useCommands } from '../../session/session-context.tsx'
import { FadedScroll } from '../../ui/lists/faded-scroll.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { CodedText } from '../../ui/text/coded-text.tsx'
import { commandOf, questionOf, useArguments } from '../calls/call-arguments.ts'
import { splitTitle } from '../calls/call-title.ts'
import styles from '../card.module.css'
import { ApprovalChoices } from './approval-choices.tsx'
import { forgetApprovalDraft, useApprovalDraft } from './approval-draft.ts'
import { ApprovalSubject } from './approval-subject.tsx'
import type { Decide } from './decide.ts'

const wants: Readonly<Record<Effect, string>> = {
  read: 'wants to read',
  edit: 'wants to change a file',
  execute: 'wants to run a command',
  fetch: 'wants to fetch something',
}

interface ApprovalCardProps {
  readonly approval: Approval
  /** What the agent that asks is called, as a sentence begins with it. */
  readonly agentName: string
  /** How long it has waited. */
  readonly waited: ReactNode
  readonly ref?: Ref<HTMLElement>
  /** As a person decides, before the host has taken it. */
  readonly onDecide?: () => void
  /** Once a decision was taken; until it settles the card can't be used. */
  readonly onDecided?: () => Promise<unknown>
}

/** A call that waits for a person: who, what, what it can do, which rule asks, and the keys. */
export function ApprovalCard(props: ApprovalCardProps) {
  const { approval, agentName, waited, ref, onDecide, onDecided } = props
  const { approvalId, type } = approval
  const [draft, change] = useApprovalDraft(approvalId)
  const commands = useCommands()
  const decide = useCommand(
    commands &&
      (async (decision: Decide) => {
        onDecide?.()
        await commands.decide({ approvalId, ...decision })
        forgetApprovalDraft(approvalId)
        await onDecided?.()
      }),
  )
  const title = type === 'budget' ? approval.title : `${agentName} ${wishOf(approval)}`
  const Icon = approvalIcons[type]
  return (
    <section ref={ref} className={styles.card} aria-label={title} data-card={approvalId}>
      <header className={styles.head}>
        <Icon aria-hidden="true" />
        <h3>{title}</h3>
        <span>waiting {waited}</span>
      </header>
      <CardBody approval={approval} isEdited={draft.mode === 'edit'} />
      <footer className={styles.foot}>
        {decide.error && (
          <p className={styles.error} role="alert">
            {decide.error}
          </p>
        )}
        {/* In the past it cannot be decided, and its place is kept: the card is as it is live. */}
        <fieldset className={styles.decision} disabled={!decide.run} onKeyDown={refuseHeld}>
          <ApprovalChoices
            approval={approval}
            draft={draft}
            isBusy={decide.isRunning}
            onChange={change}
            onDecide={(decision) => void decide.run?.(decision)}
          />
        </fieldset>
      </footer>
    </section>
  )
}

/** A key that is held since it decided the card before this one has not decided this one. */
function refuseHeld(event: KeyboardEvent): void {
  const { key, repeat, target } = event
  if (repeat && key === 'Enter' && target instanceof HTMLButtonElement) event.preventDefault()
}

interface CardBodyProps {
  readonly approval: Approval
  /** Its arguments are in a form below. */
  readonly isEdited: boolean
}

/** What is asked, what it can do, and which rule asks. */
function CardBody({ approval, isEdited }: CardBodyProps) {
  const { type, serverClaims } = approval
  return (
    <FadedScroll className={styles.body}>
      {type === 'question' && <QuestionText approval={approval} />}
      {type === 'call' && <ApprovalSubject approval={approval} isEdited={isEdited} />}
      <p className={styles.risk}>
        <CodedText text={approval.risk} />
        {type !== 'question' && (
          <>
            {' '}
            Rule: <CodedText text={approval.rule} />
          </>
        )}
      </p>
      {serverClaims && <ClaimsLine claims={serverClaims} />}
    </FadedScroll>
  )
}

function wishOf({ type, effect, title, args }: Approval): string {
  if (type === 'question') return 'asks you'
  // A tool of a server, or a debugger: what it can do is more than can be named.
  if (effect === 'execute' && commandOf(args) === undefined) return 'wants to run something'
  return splitTitle(title).verb === 'Delete' ? 'wants to delete a file' : wants[effect]
}

/** A question whole, as the agent wrote it. Its title, which may be cut, stands in until it is loaded. */
function QuestionText({ approval }: { readonly approval: Approval }) {
  const args = useArguments(approval.args)
  return <Markdown text={(args && questionOf(args)) ?? approval.title} />
}

/** What the server of an MCP tool says about it: its own words, which no one has checked. */
export function ClaimsLine({ claims }: { readonly claims: ServerClaims }) {
  return <p className={styles.risk}>{showInvisible(formatServerClaims(claims), 'name')}</p>
}

export const approvalIcons: Readonly<Record<ApprovalType, LucideIcon>> = {
  question: MessageCircleQuestion,
  budget: CircleDollarSign,
  call: Inbox,
}

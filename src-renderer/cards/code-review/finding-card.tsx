import type { ReactNode } from 'react'
import { tellPlace } from '#shared/code-review/format-review.ts'
import type { Finding } from '#shared/events/code-review.ts'
import type { Settled } from '#shared/projections/code-reviews.ts'
import { useSelection } from '../../session/session-context.tsx'
import { Chip } from '../../ui/buttons/chip.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { classNames } from '../../ui/styles/class-names.ts'
import { LineDiff } from '../../ui/text/line-diff.tsx'
import styles from './finding.module.css'
import { toWorkspacePath } from './format-finding.ts'
import shared from './review.module.css'
import { SeverityMark } from './review-summary.tsx'

export interface FindingCardProps {
  readonly finding: Finding
  /** The lines it is about; absent while they were not looked up. */
  readonly quote?: string
  readonly reviewers: readonly string[]
  readonly settled?: Settled | undefined
  /** Where it was told for, if that line is not in the change. */
  readonly movedFrom?: number | undefined
  /** How it compares with the review before. */
  readonly since?: 'new' | 'standing' | 'fixed' | undefined
  /** Stands before the rest. */
  readonly start?: ReactNode
  /** Shows it where it is; absent: its lines alone. */
  readonly onOpen?: (() => void) | undefined
  /** What can be done with it. */
  readonly doing?: ReactNode
}

const settledWords: Readonly<Record<Settled, string>> = {
  accepted: 'suggestion accepted',
  sent: 'sent to the agent',
  dismissed: 'dismissed',
}

const sinceWords = { new: 'new', standing: 'still stands', fixed: 'fixed' } as const

/** Something that is wrong with a change: how grave it is, where, what, and what would stand there instead. */
export function FindingCard(props: FindingCardProps) {
  const { finding, quote, reviewers, settled, movedFrom, since, start, onOpen, doing } = props
  const { severity, category, message, suggestion } = finding
  return (
    <div className={styles.finding} data-settled={settled}>
      <header className={styles.head}>
        {start}
        <SeverityMark severity={severity} />
        <span className={styles.category}>{category}</span>
        {since && <Chip tone={since === 'new' ? 'accent' : 'filled'}>{sinceWords[since]}</Chip>}
        {settled && since !== 'fixed' && <Chip tone="filled">{settledWords[settled]}</Chip>}
        <Place finding={finding} onOpen={onOpen} />
      </header>
      <div className={styles.message}>
        <Markdown text={message} />
      </div>
      {suggestion !== undefined && settled !== 'accepted' && (
        <div className={styles.suggestion}>
          <LineDiff before={ended(quote ?? '')} after={ended(suggestion)} />
        </div>
      )}
      <footer className={styles.foot}>
        <span className={styles.who}>{tellWho(reviewers, movedFrom)}</span>
        {doing}
      </footer>
    </div>
  )
}

/** Where it is; leads there. */
function Place({ finding, onOpen }: Pick<FindingCardProps, 'finding' | 'onOpen'>) {
  const { select } = useSelection()
  const { file, line } = finding
  const place = tellPlace(finding)
  return (
    <button
      type="button"
      className={classNames(shared.place, styles.place)}
      title={`Show ${place} in the editor`}
      onClick={onOpen ?? (() => select({ path: toWorkspacePath(file), line }))}
    >
      {place}
    </button>
  )
}

function tellWho(reviewers: readonly string[], movedFrom: number | undefined): string {
  const who = reviewers.length === 0 ? 'the orchestrator' : reviewers.join(', ')
  const moved = movedFrom === undefined ? '' : ` · told for line ${movedFrom}, which is unchanged`
  return `Found by ${who}${moved}`
}

/** Lines compare whole. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

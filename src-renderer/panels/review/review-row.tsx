import { ArrowUpRight, MessageSquarePlus, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { changesOf } from '../../client/file-review.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatNumber, formatPath } from '../../ui/format.ts'
import { Tip } from '../../ui/tip.tsx'
import { useActKeys, useNamedKeys } from './act-keys.ts'
import { CommentForm } from './comment-form.tsx'
import { type Contest, contestReasons, contestWords, findContest } from './contest.ts'
import { withoutContested } from './decisions.ts'
import { HunkAuthors } from './hunk-authors.tsx'
import { HunkLines } from './hunk-lines.tsx'
import styles from './review.module.css'
import { authorsIn, type Stop } from './rows.ts'
import type { Commenting } from './use-comment-drafts.ts'
import type { Deciding } from './use-deciding.ts'

export interface ReviewRowProps {
  readonly row: Stop
  readonly isCurrent: boolean
  /** What is being said about it. */
  readonly commenting: Commenting | undefined
  /** Absent in the past, and out of the host's reach. */
  readonly deciding: Deciding | undefined
  readonly onFocus: () => void
  readonly onOpen: () => void
  readonly onComment: () => void
}

/** One change: whose it is, its lines, and what can be done with it. */
export function ReviewRow(props: ReviewRowProps) {
  const { row, isCurrent, commenting, onFocus } = props
  const keys = useNamedKeys()
  const contest = findContest(row)
  return (
    <article
      data-stop={row.id}
      data-focus={isCurrent ? 'review' : undefined}
      tabIndex={isCurrent ? 0 : -1}
      className={classNames(styles.change, isCurrent && styles.current)}
      aria-label={tellRow(row)}
      aria-keyshortcuts={keys}
      onFocus={onFocus}
    >
      <header className={styles.changeHead}>
        <HunkAuthors changes={changesOf(row.review, authorsIn(row))} />
        {contest && <Contested contest={contest} />}
        <Doing {...props} />
      </header>
      <Content row={row} />
      {commenting && row.type === 'hunk' && <CommentForm row={row} commenting={commenting} />}
    </article>
  )
}

function tellRow(row: Stop): string {
  const path = formatPath(row.path)
  const contest = findContest(row)
  const contested = contest ? `, ${contestWords[contest]}` : ''
  if (row.type === 'whole') return `${path}, as a whole${contested}`
  const { added, removed } = row.hunk
  const lines = `${formatNumber(added.length, 'line')} added, ${removed.length} removed`
  return `Change ${row.place} of ${row.of} in ${path}: ${lines}${contested}`
}

function Contested({ contest }: { readonly contest: Contest }) {
  return (
    <span className={styles.contestedWords} title={contestReasons[contest]}>
      <TriangleAlert aria-hidden="true" />
      {contestWords[contest]}
    </span>
  )
}

function Content({ row }: { readonly row: Stop }) {
  if (row.type === 'hunk') return <HunkLines row={row} />
  return <p className={styles.instead}>{tellInstead(row)}</p>
}

function tellInstead(row: Exclude<Stop, { readonly type: 'hunk' }>): string {
  const { why, canRevert } = row.review
  if (why === 'no-text') return 'It is no text that can be shown, so it is decided as a whole.'
  if (why === 'not-told') {
    return 'Something was written into it meanwhile, maybe by you, that cannot be shown, so it is decided as a whole.'
  }
  return canRevert
    ? 'It is decided as a whole.'
    : 'What it holds was not recorded, so it can be accepted as a whole, and not reverted.'
}

function Doing({ row, deciding, onOpen, onComment }: ReviewRowProps) {
  const keysOf = useActKeys()
  const canRevert = withoutContested(row.chosen) !== undefined
  return (
    <span className={styles.doing}>
      <QuietDoing label="Open in the editor" shortcut={keysOf('open')} word="Open" onClick={onOpen}>
        <ArrowUpRight aria-hidden="true" />
      </QuietDoing>
      {deciding && row.type === 'hunk' && (
        <QuietDoing label="Comment" shortcut={keysOf('comment')} word="Comment" onClick={onComment}>
          <MessageSquarePlus aria-hidden="true" />
        </QuietDoing>
      )}
      {deciding && canRevert && (
        <Tip label="Revert" shortcut={keysOf('revert')}>
          <Button isSmall onClick={() => void deciding.revert([row.chosen])}>
            Revert
          </Button>
        </Tip>
      )}
      {deciding && (
        <Tip label="Accept" shortcut={keysOf('accept')}>
          <Button isSmall onClick={() => void deciding.accept([row.chosen])}>
            Accept
          </Button>
        </Tip>
      )}
    </span>
  )
}

interface QuietDoingProps {
  readonly label: string
  readonly shortcut: string | undefined
  /** Beside the icon, where there is room for it. */
  readonly word: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function QuietDoing({ label, shortcut, word, onClick, children }: QuietDoingProps) {
  return (
    <Tip label={label} shortcut={shortcut}>
      <Button isSmall variant="quiet" aria-label={label} onClick={onClick}>
        {children}
        <span className={styles.word}>{word}</span>
      </Button>
    </Tip>
  )
}

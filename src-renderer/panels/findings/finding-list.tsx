import { useRef, useState } from 'react'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import { FindingCard } from '../../cards/finding-card.tsx'
import { tellPlace, toWorkspacePath } from '../../cards/finding-words.ts'
import { useSelection } from '../../client/session-context.tsx'
import styles from './findings.module.css'
import { type Numbered, placeAfter } from './review-state.ts'
import { type FindingActs, useFindingActs } from './use-finding-acts.ts'

export interface FindingListProps {
  readonly review: CodeReview
  readonly shown: readonly Numbered[]
}

/** The comments, gone through and acted on by keys. */
export function FindingList({ shown }: FindingListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { select } = useSelection()
  const [place, setPlace] = useState(0)
  const at = Math.min(place, shown.length - 1)
  const current = shown[at]
  const goTo = (next: number) => {
    setPlace(next)
    const item = list.current?.children[next]
    if (item instanceof HTMLElement) item.focus()
  }
  const open = ({ comment }: Numbered) =>
    select({ path: toWorkspacePath(comment.file), line: comment.line })
  const acting = useFindingActs(list, {
    ...movesOf(at, shown.length, goTo),
    open: current && (() => open(current)),
  })
  return (
    <ul ref={list} className={styles.list} aria-label="Findings" {...acting}>
      {shown.map(({ comment, index }, row) => (
        <li
          key={index}
          className={styles.item}
          tabIndex={row === at ? 0 : -1}
          data-focus={row === at ? 'findings' : undefined}
          aria-label={`${comment.severity}: ${comment.category}, ${tellPlace(comment)}`}
          onFocus={() => setPlace(row)}
        >
          <FindingCard
            finding={comment}
            quote={comment.quote}
            reviewers={comment.reviewers}
            settled={comment.settled}
            movedFrom={comment.movedFrom}
          />
        </li>
      ))}
    </ul>
  )
}

function movesOf(at: number, count: number, goTo: (place: number) => void): FindingActs {
  const go = (act: Parameters<typeof placeAfter>[0]) => () => goTo(placeAfter(act, at, count))
  return count === 0
    ? {}
    : { next: go('next'), previous: go('previous'), first: go('first'), last: go('last') }
}

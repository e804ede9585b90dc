import { tellMisplaced, tellUnheard } from '#shared/code-review/format-review.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import { groupLeftOut } from '../../cards/code-review/format-finding.ts'
import { FramedList } from '../../ui/lists/framed-list.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import styles from './code-review.module.css'

/** What was not looked at, who told nothing, and which comments are not where they were told for. */
export function LeftOutFiles({ review }: { readonly review: CodeReview }) {
  const { submitted, leftOut } = review
  const facts = submitted ? [...tellUnheard(submitted.unheard), ...tellMisplaced(submitted)] : []
  const unread = submitted?.unread ?? []
  const groups = groupLeftOut(leftOut)
  if (facts.length === 0 && unread.length === 0 && groups.length === 0) return null
  return (
    <section className={styles.section} aria-label="Not looked at">
      {facts.length > 0 && <p className={styles.fact}>{facts.join(' ')}</p>}
      {unread.length > 0 && <Files words={tellUnread(unread.length)} paths={unread} />}
      {groups.map(({ why, paths }) => (
        <Files
          key={why}
          words={`${formatNumber(paths.length, 'file')} left out: ${why}`}
          paths={paths}
        />
      ))}
    </section>
  )
}

function tellUnread(count: number): string {
  const [were, their] = count === 1 ? ['was', 'its'] : ['were', 'their']
  return `${formatNumber(count, 'file')} ${were} not read to ${their} end by any reviewer`
}

interface FilesProps {
  readonly words: string
  readonly paths: readonly string[]
}

function Files({ words, paths }: FilesProps) {
  return (
    <details className={styles.files}>
      <summary>{words}</summary>
      <FramedList label={words} items={paths} total={paths.length}>
        {(path) => <li key={path}>{path}</li>}
      </FramedList>
    </details>
  )
}

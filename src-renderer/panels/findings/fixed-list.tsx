import type { ComparedReviews } from '#shared/code-review/compare-reviews.ts'
import { tellPlace } from '#shared/code-review/review-words.ts'
import { FindingCard } from '../../cards/finding-card.tsx'
import styles from './findings.module.css'

/** What the review before found, and nobody finds any more. */
export function FixedList({ compared: { fixed } }: { readonly compared: ComparedReviews }) {
  if (fixed.length === 0) return null
  return (
    <section className={styles.section} aria-label="Fixed since the review before">
      <h3>Fixed since the review before</h3>
      <ul className={styles.list}>
        {fixed.map(({ suggestion: _, ...comment }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was submitted never changes
          <li key={index} className={styles.item} aria-label={`Fixed: ${tellPlace(comment)}`}>
            <FindingCard finding={comment} reviewers={comment.reviewers} since="fixed" />
          </li>
        ))}
      </ul>
    </section>
  )
}

import { FileCheck } from 'lucide-react'
import { useSelection } from '../../client/session-context.tsx'
import { useReviewOf } from '../../client/use-reviews.ts'
import { formatNumber } from '../../ui/format.ts'
import styles from './editor-tabs.module.css'

/** Leads to the review of the open file; nothing where it does not wait for one. */
export function ToReview({ path }: { readonly path: string }) {
  const { select } = useSelection()
  const review = useReviewOf(path)
  if (!review) return null
  const count = review.type === 'whole' ? 1 : review.text.hunks.length
  return (
    <button
      type="button"
      className={styles.review}
      title="What others changed in this file waits for review"
      onClick={() => select({ reviewed: { path } })}
    >
      <FileCheck size={14} strokeWidth={1.5} aria-hidden />
      {`Review ${formatNumber(count, 'change')}`}
    </button>
  )
}

import type { ReviewedFile } from '#shared/projections/review.ts'
import type { FileReview } from './file-review.ts'

/** Whether something is left to review in it: a person may have undone by hand what others did. */
export function isLeft(review: FileReview): boolean {
  return review.type === 'whole' || review.text.hunks.length > 0
}

/** Those in which nothing is known to be left: what was read before a file changed again doesn't tell. */
export function listDone(
  waiting: readonly ReviewedFile[],
  reviews: readonly FileReview[],
): readonly ReviewedFile[] {
  const read = new Map(reviews.map((review) => [review.file.path, review]))
  return waiting.filter(({ path, seq }) => {
    const review = read.get(path)
    return review?.file.seq === seq && !isLeft(review)
  })
}

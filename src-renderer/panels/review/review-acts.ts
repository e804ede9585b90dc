interface ReviewActEntry {
  readonly act: string
  /** As a command names it. */
  readonly title: string
  /** While the review has the focus; as commands write them. */
  readonly keys: string
}

/** What can be done in the review with the change that is looked at. */
export const reviewActs = [
  { act: 'next', title: 'Go to the next change', keys: 'j' },
  { act: 'previous', title: 'Go to the change before', keys: 'k' },
  { act: 'first', title: 'Go to the first change', keys: 'home' },
  { act: 'last', title: 'Go to the last change', keys: 'end' },
  { act: 'accept', title: 'Accept the change', keys: 'a' },
  { act: 'revert', title: 'Revert the change', keys: 'r' },
  { act: 'comment', title: 'Comment on the change…', keys: 'c' },
  { act: 'open', title: 'Open the change in the editor', keys: 'o' },
] as const satisfies readonly ReviewActEntry[]

export type ReviewAct = (typeof reviewActs)[number]['act']

/** The event by which a list of changes is asked for one; its detail is the act. */
export const REVIEW_ACT_EVENT = 'orrery-review-act'

export function isReviewAct(given: unknown): given is ReviewAct {
  return reviewActs.some(({ act }) => act === given)
}

/** The window's command that does the same. */
export function commandIdOf(act: ReviewAct): string {
  return `review-${act}`
}

import { commandIdOf, reviewActs } from '../../panels/review/review-acts.ts'
import { actInReview, canActInReview } from '../focus.ts'
import { type Command, inSession } from './command.ts'

/** What is done with the change that is looked at. The keys are the review's own. */
export const reviewCommands: readonly Command[] = reviewActs.map(({ act, title, keys }) =>
  inSession({
    id: commandIdOf(act),
    title,
    group: 'Review',
    keys,
    keysIn: 'the review',
    when: () => canActInReview(act),
    run: () => actInReview(act),
  }),
)

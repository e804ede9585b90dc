import { findingActs, findingCommandOf } from '../../panels/findings/finding-acts.ts'
import { actInFindings, canActInFindings } from '../focus.ts'
import { type Command, inSession } from './command.ts'

/** What is done with the finding that is looked at. The keys are the findings' own. */
const actCommands: readonly Command[] = findingActs.map(({ act, title, keys }) =>
  inSession({
    id: findingCommandOf(act),
    title,
    group: 'Review',
    keys,
    keysIn: 'the findings',
    when: () => canActInFindings(act),
    run: () => actInFindings(act),
  }),
)

/** What has a change reviewed, and what is done with what was found. */
export const findingCommands: readonly Command[] = [
  inSession({
    id: 'review-changes',
    title: 'Review changes…',
    group: 'Review',
    when: ({ reviewChanges }) => reviewChanges !== undefined,
    run: ({ reviewChanges }) => reviewChanges?.(),
  }),
  ...actCommands,
]

import { findingActs, findingCommandOf } from '../../panels/findings/finding-acts.ts'
import { actInFindings, canActInFindings } from '../focus.ts'
import { type Command, inSession } from './command.ts'

/** What is done with the finding that is looked at. The keys are the findings' own. */
export const findingCommands: readonly Command[] = findingActs.map(({ act, title, keys }) =>
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

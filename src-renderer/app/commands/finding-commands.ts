import { findingActs, findingCommandOf } from '../../panels/code-review/finding-actions.ts'
import { actOnFinding, canActOnFinding } from '../accessibility/focus.ts'
import { type Command, inSession } from './command.ts'

/** Commands for the current finding. Their keys work while the code review has the focus. */
const actCommands: readonly Command[] = findingActs.map(({ act, title, keys }) =>
  inSession({
    id: findingCommandOf(act),
    title,
    group: 'Code review',
    keys,
    keysIn: 'the code review',
    when: () => canActOnFinding(act),
    run: () => actOnFinding(act),
  }),
)

/** Starts a code review, and decides on its findings. */
export const findingCommands: readonly Command[] = [
  inSession({
    id: 'start-code-review',
    title: 'Start code review…',
    group: 'Code review',
    when: ({ startCodeReview }) => startCodeReview !== undefined,
    run: ({ startCodeReview }) => startCodeReview?.(),
  }),
  ...actCommands,
]

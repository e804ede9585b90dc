import { viewActs } from '../../panels/timeline/view-acts.ts'
import { actInTimeline, canPress, press } from '../focus.ts'
import { type Command, inSession } from './command.ts'

const viewCommands: readonly Command[] = viewActs.map((entry) =>
  inSession({
    id: `timeline-${entry.act}`,
    title: entry.title,
    group: 'Timeline',
    ...('keys' in entry && { keys: entry.keys }),
    keysIn: 'the timeline',
    run: () => actInTimeline(entry.act),
  }),
)

/** What changes how the timeline is looked at, and what of it. The keys are the timeline's own. */
export const timelineCommands: readonly Command[] = [
  ...viewCommands,
  neighbourCommand('previous-call', 'Inspect the call before'),
  neighbourCommand('next-call', 'Inspect the next call'),
]

/** Of the same agent as the one that is inspected. */
function neighbourCommand(which: 'previous-call' | 'next-call', title: string): Command {
  return inSession({
    id: `inspect-${which}`,
    title,
    group: 'Timeline',
    when: () => canPress(which),
    run: () => press(which),
  })
}

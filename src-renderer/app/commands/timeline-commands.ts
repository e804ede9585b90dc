import { viewActs } from '../../panels/timeline/view-acts.ts'
import { actInTimeline } from '../focus.ts'
import { type Command, inSession } from './command.ts'

/** What changes how the timeline is looked at. The keys are the timeline's own. */
export const timelineCommands: readonly Command[] = viewActs.map((entry) =>
  inSession({
    id: `timeline-${entry.act}`,
    title: entry.title,
    group: 'Timeline',
    ...('keys' in entry && { keys: entry.keys }),
    keysIn: 'the timeline',
    run: () => actInTimeline(entry.act),
  }),
)

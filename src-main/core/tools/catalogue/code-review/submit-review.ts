import { z } from 'zod'
import { Recommendation } from '#shared/events/code-review.ts'
import { defineTool } from '../../definition/define-tool.ts'
import { countTold, ToldFinding } from './finding-schema.ts'

const MOST = 200

/** How a review ends. The machinery of agents takes it. */
export const submitReview = defineTool({
  name: 'submit_review',
  effect: 'read',
  description:
    'Submits the review and ends your work: it is taken once. Only this reaches anybody. Comments are the findings that hold, each once, the gravest first.',
  schema: z.object({
    summary: z
      .string()
      .trim()
      .min(1)
      .max(4_000)
      .describe('What the change does, and what you make of it, for whoever decides on it.'),
    recommendation: Recommendation.describe(
      'approve: fine as it is. request_changes: not before something is changed. comment: there is something to say, and nothing that has to be changed.',
    ),
    comments: z.array(ToldFinding).max(MOST),
  }),
  touches: () => ({ changes: ['review'] }),
  title: (args) => `Submit the review with ${countTold(args['comments'], 'comment')}`,
})

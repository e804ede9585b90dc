import { z } from 'zod'
import { defineTool, textOf } from '../../definition/define-tool.ts'

/** A review of a change by others. Reviewers only read. */
export const requestReview = defineTool({
  name: 'request_review',
  effect: 'read',
  isDelegation: true,
  description:
    'Has a change reviewed by reviewers that did not write it, and answers with their review: a recommendation, and comments with their places, the gravest first. For a change that is done and tested, before you report it or commit it. It costs what several subagents cost: ask once, mend what holds, and check the rest yourself.',
  schema: z.object({
    subject: z
      .enum(['session', 'uncommitted', 'staged', 'base'])
      .default('session')
      .describe(
        'session: all that was changed in this session. uncommitted, staged: by git. base: what differs from the branch `base`.',
      ),
    base: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('For subject base: the branch or commit to compare with, as in main.'),
    reviewers: z
      .array(z.string().min(1))
      .min(1)
      .max(10)
      .optional()
      .describe('Names of reviewers, as in security; all there are unless given.'),
  }),
  title: (args) => `Review ${subjectOf(args['subject'], args['base'])}`,
})

function subjectOf(subject: unknown, base: unknown): string {
  if (subject === 'uncommitted') return 'what is uncommitted'
  if (subject === 'staged') return 'what is staged'
  return subject === 'base'
    ? `what differs from ${textOf(base, 'a branch')}`
    : 'this session’s changes'
}

import { z } from 'zod'
import { ProjectId, ReviewId, RunId, SessionId } from '../../lib/ids.ts'
import { BaseUrl, GivenLimits, ModelName } from '../../settings/settings.ts'
import { call } from './define.ts'

/** Most of a diff that is taken from outside, in characters. */
export const MAX_DIFF_CHARS = 10_000_000

/** What to review. `session`: what that session changed; a diff comes along as it is. */
export const RequestedSubject = z.discriminatedUnion('type', [
  z.object({ type: z.literal('base'), ref: z.string().min(1).max(500) }),
  z.object({ type: z.literal('staged') }),
  z.object({ type: z.literal('uncommitted') }),
  z.object({ type: z.literal('session') }),
  z.object({ type: z.literal('diff'), name: z.string(), text: z.string().max(MAX_DIFF_CHARS) }),
])
export type RequestedSubject = z.infer<typeof RequestedSubject>

/** Who can be asked to review, by their definition. */
export const ListedReviewer = z.object({
  name: z.string(),
  description: z.string(),
  source: z.enum(['built-in', 'home', 'project']),
  path: z.string(),
  /** What of it could not be taken as it is written, a sentence each. */
  problems: z.array(z.string()),
})
export type ListedReviewer = z.infer<typeof ListedReviewer>

/** Reviews of changes by agents. */
export const codeReviews = {
  /**
   * What a review in a project can be begun with. Reviewers of the project beat the person's, and these ours;
   * `wrong`: files that are no definition, and why. `base`: the branch that others begin from, where git knows one.
   */
  'codeReviews.choices': call(
    z.object({ projectId: ProjectId }),
    z.object({
      reviewers: z.array(ListedReviewer),
      wrong: z.array(z.object({ path: z.string(), error: z.string() })),
      base: z.string().optional(),
    }),
  ),
  /**
   * Begins a review: in the session that is named, which has to be idle, or in one of its own. What it
   * comes to is in that session's log. Fails with `invalid-input` where nothing differs. Only one of
   * its own is given a model: a session that is named has one.
   */
  'codeReviews.start': call(
    z.object({
      projectId: ProjectId,
      sessionId: SessionId.optional(),
      subject: RequestedSubject,
      /** By name; all there are unless given. */
      reviewers: z.array(z.string()).min(1).optional(),
      model: ModelName.optional(),
      baseUrl: BaseUrl.optional(),
      limits: GivenLimits.default({}),
    }),
    z.object({ sessionId: SessionId, runId: RunId, reviewId: ReviewId }),
  ),
  /** What a person made of comments. */
  'codeReviews.settle': call(
    z.object({
      sessionId: SessionId,
      reviewId: ReviewId,
      comments: z.array(z.int().nonnegative()).min(1),
      how: z.enum(['sent', 'dismissed', 'reopened']),
    }),
    z.object({}),
  ),
  /**
   * Puts a comment's suggestion in the place of its lines, as an edit of the person's, and settles it.
   * Fails with `conflict` where the lines are not what they were, here or a few lines further.
   */
  'codeReviews.accept': call(
    z.object({ sessionId: SessionId, reviewId: ReviewId, comment: z.int().nonnegative() }),
    z.object({ seq: z.int() }),
  ),
} as const

import { z } from 'zod'
import { ReviewId, SpanId } from '../lib/ids.ts'
import { GivenLimits } from '../settings/settings.ts'
import { defineEvent } from './define.ts'
import { StoredText } from './value.ts'

/** The gravest first. */
export const Severity = z.enum(['critical', 'high', 'medium', 'low'])
export type Severity = z.infer<typeof Severity>

/** What is to become of the change. */
export const Recommendation = z.enum(['approve', 'request_changes', 'comment'])
export type Recommendation = z.infer<typeof Recommendation>

/** Something that is wrong with a change, at a place in it. */
export const Finding = z.object({
  /** From the project's folder, with slashes. */
  file: z.string().trim().min(1).max(500),
  /** Of the file as the change leaves it, from 1. */
  line: z.int().min(1),
  /** The last line that it is about, where that is another. */
  endLine: z.int().min(1).optional(),
  severity: Severity,
  /** In a word or two, such as `injection`, `off-by-one`. */
  category: z.string().trim().min(1).max(60),
  message: z.string().trim().min(1).max(2_000),
  /** What would stand in the place of the lines, whole lines. */
  suggestion: z.string().max(4_000).optional(),
})
export type Finding = z.infer<typeof Finding>

/** A finding that was submitted, at lines that are in the change. */
export const ReviewComment = Finding.extend({
  /** The lines as the change leaves them. */
  quote: z.string(),
  /** Those whose finding it was, by name; the orchestrator's own has none. */
  reviewers: z.array(z.string()),
  /** Where it was told for, if that line is not in the change. */
  movedFrom: z.int().positive().optional(),
})
export type ReviewComment = z.infer<typeof ReviewComment>

/** What is reviewed. `uncommitted` and `staged` are git's; `session`: what the session changed. */
export const ReviewSubject = z.discriminatedUnion('type', [
  z.object({ type: z.literal('base'), ref: z.string() }),
  z.object({ type: z.literal('staged') }),
  z.object({ type: z.literal('uncommitted') }),
  z.object({ type: z.literal('session') }),
  z.object({ type: z.literal('diff'), name: z.string() }),
])
export type ReviewSubject = z.infer<typeof ReviewSubject>

/** A file of the change that reviewers are given, in so many pieces: they count from 1 over all files. */
export const ReviewedPart = z.object({
  path: z.string(),
  added: z.int().nonnegative(),
  removed: z.int().nonnegative(),
  pieces: z.array(z.int().positive()),
})
export type ReviewedPart = z.infer<typeof ReviewedPart>

export const LeftOut = z.object({
  path: z.string(),
  why: z.enum(['generated', 'vendored', 'binary', 'no-lines', 'too-large', 'over-budget']),
})
export type LeftOut = z.infer<typeof LeftOut>

/** `diff` is unified, and what every piece and every line is of. */
export const reviewStarted = defineEvent(
  'review.started',
  z.object({
    reviewId: ReviewId,
    subject: ReviewSubject,
    diff: StoredText,
    files: z.array(ReviewedPart),
    leftOut: z.array(LeftOut),
    /** How large a piece is at most; the diff is cut again with it when the review is gone on with. */
    pieceTokens: z.int().positive(),
    /** Names of those that can be asked. */
    reviewers: z.array(z.string()),
    /** The one before it about the same. */
    follows: ReviewId.optional(),
    /** What was asked for, of a review that is a run. */
    limits: GivenLimits.optional(),
    /** The agent that asked for it; absent: a person did. */
    askedBy: SpanId.optional(),
  }),
)

/** What a reviewer told; `agentId` is the reviewer's. */
export const reviewFound = defineEvent(
  'review.found',
  z.object({
    reviewId: ReviewId,
    reviewer: z.string(),
    summary: z.string(),
    findings: z.array(Finding),
  }),
)

/** `wasAsked`: somebody of that kind was at work on it. `why`: its model could not be had, as a sentence. */
export const UnheardReviewer = z.object({
  name: z.string(),
  wasAsked: z.boolean(),
  why: z.string().optional(),
})

/** Once for each review. By the `host`: of what reviewers had told, since nobody else submitted it. */
export const reviewSubmitted = defineEvent(
  'review.submitted',
  z.object({
    reviewId: ReviewId,
    by: z.enum(['orchestrator', 'host']),
    /** Why the host did, as a sentence. */
    reason: z.string().optional(),
    summary: z.string(),
    recommendation: Recommendation,
    /** The gravest first. */
    comments: z.array(ReviewComment),
    /** Comments whose line was not in the change: put on the nearest that is, or left out. */
    moved: z.int().nonnegative(),
    dropped: z.int().nonnegative(),
    /** Files of which a piece was given to nobody. */
    unread: z.array(z.string()),
    /** Reviewers that told nothing. */
    unheard: z.array(UnheardReviewer).default([]),
    /** Of all its agents, input and output. */
    tokensUsed: z.int().nonnegative(),
    /** `null`: the price of a call is unknown. */
    costUsd: z.number().nonnegative().nullable(),
  }),
)

/** What a person made of comments: `accepted` is an edit of theirs, `sent` was told an agent by a prompt. */
export const reviewSettled = defineEvent(
  'review.settled',
  z.object({
    reviewId: ReviewId,
    /** From 0, as they were submitted. */
    comments: z.array(z.int().nonnegative()),
    how: z.enum(['accepted', 'sent', 'dismissed', 'reopened']),
  }),
)

import { ALIKE, likenessOf } from '#shared/code-review/alike.ts'
import { type ChangedFile, parseDiff } from '#shared/code-review/changed-file.ts'
import { cutPieces, type Piece } from '#shared/code-review/cut-pieces.ts'
import { mergeComments, recommend } from '#shared/code-review/merge-findings.ts'
import { placeFindings, type ToldFinding } from '#shared/code-review/place-findings.ts'
import { AppError } from '#shared/error.ts'
import type { Finding, Recommendation } from '#shared/events/code-review.ts'
import type { Draft, EventFor } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { ReviewId, SpanId } from '#shared/ids.ts'
import type { CodeReview, Told } from '#shared/projections/code-reviews.ts'
import type { RunContext } from '../run-context.ts'
import { tallyReview } from './tally.ts'

/** What a reviewer tells. */
export interface ToldFindings {
  readonly summary: string
  readonly findings: readonly Finding[]
}

/** What the orchestrator submits. */
export interface OwnReview {
  readonly summary: string
  readonly recommendation: Recommendation
  readonly comments: readonly Finding[]
}

type OfRun = Pick<RunContext, 'store' | 'sessionId' | 'log' | 'reviewing' | 'journal'>
type Submitted = Omit<EventFor<'review.submitted'>['data'], 'reviewId'>

/** A review under way: what it is of, what was told, and its one submission. */
export class OpenReview {
  readonly reviewId: ReviewId
  readonly #run: OfRun
  readonly #files: readonly ChangedFile[]
  readonly pieces: readonly Piece[]
  readonly #tellers = new Set<SpanId>()
  #isSubmitted: boolean

  /** Of one that is in the log: fails with `not-found` where it is not. */
  static of(run: OfRun, reviewId: ReviewId): OpenReview {
    return new OpenReview(run, findReview(run, reviewId))
  }

  private constructor(run: OfRun, { reviewId, diff, pieceTokens, submitted }: CodeReview) {
    this.reviewId = reviewId
    this.#run = run
    this.#files = parseDiff(run.journal.read(diff))
    this.pieces = cutPieces(this.#files, pieceTokens)
    this.#isSubmitted = submitted !== undefined
  }

  /** As the log has it by now. */
  get state(): CodeReview {
    return findReview(this.#run, this.reviewId)
  }

  /** The one before it about the same. */
  get before(): CodeReview | undefined {
    const { follows } = this.state
    return follows && this.#run.reviewing.log.reviews[follows]
  }

  get isSubmitted(): boolean {
    return this.#isSubmitted
  }

  /** The text of pieces. Fails with which there are, where one of them is not. */
  read(numbers: readonly number[]): string {
    const found = [...new Set(numbers)].map((number) => this.pieces[number - 1])
    if (found.includes(undefined)) {
      throw new AppError('invalid-input', `There are the pieces 1 to ${this.pieces.length}.`)
    }
    return found.map((piece) => piece?.text).join('\n\n')
  }

  /** What a reviewer tells, to be written with the end of its call. Fails with `conflict` where it has told already. */
  tell(agentId: SpanId, reviewer: string, told: ToldFindings): Draft {
    const hasTold = this.state.told.some((one) => one.agentId === agentId)
    if (hasTold || this.#tellers.has(agentId)) {
      throw new AppError('conflict', 'You have submitted your findings: they are not taken twice.')
    }
    this.#tellers.add(agentId)
    const data = { reviewId: this.reviewId, reviewer, ...told, findings: [...told.findings] }
    return { kind: 'review.found', agentId, data }
  }

  /** The submission of whoever conducts it, to be written with the end of its call. Fails with `conflict` where there is one. */
  async submit(own: OwnReview): Promise<Draft> {
    this.#takeSubmission()
    const told = own.comments.map((comment) => this.#attribute(comment))
    return this.#toDraft({ by: 'orchestrator', ...own, told })
  }

  /** Submits what was told, unless somebody has submitted. `reason`: why the host does, as a sentence. */
  async conclude(reason: string): Promise<void> {
    if (this.#isSubmitted) return
    this.#takeSubmission()
    await this.#run.store.flush()
    const { told } = this.state
    const findings = told.flatMap(({ reviewer, findings: all }) =>
      all.map((finding) => ({ finding, reviewers: [reviewer] })),
    )
    const { comments } = placeFindings(this.#files, findings)
    const [recommendation, summary] = [recommend(comments), sumUp(told)]
    await this.#run.log.append(
      await this.#toDraft({ by: 'host', reason, summary, recommendation, told: findings }),
    )
  }

  #takeSubmission(): void {
    if (this.#isSubmitted) {
      const message = 'The review was submitted: it is not taken twice.'
      throw new AppError('conflict', message)
    }
    this.#isSubmitted = true
  }

  /** Whose finding a comment is, with the suggestion that came with it: who submits need not write it down again. */
  #attribute(comment: Finding): ToldFinding {
    const told = this.state.told.flatMap(({ reviewer, findings }) =>
      findings.map((finding) => ({ reviewer, finding })),
    )
    const alike = told.filter(({ finding }) => isAlike(finding, comment))
    const there = told.filter(({ finding }) => isSamePlace(finding, comment))
    const same = alike.length > 0 ? alike : there
    const meant = same.find(({ finding }) => isSamePlace(finding, comment))
    const suggestion = comment.suggestion ?? meant?.finding.suggestion
    const finding = { ...comment, ...(suggestion !== undefined && { suggestion }) }
    return { finding, reviewers: [...new Set(same.map(({ reviewer }) => reviewer))] }
  }

  async #toDraft({ told, ...said }: Said): Promise<Draft> {
    const { agentId, files } = this.state
    const { comments, moved, dropped } = placeFindings(this.#files, told)
    const { read, ...used } = await tallyReview(this.#run, this.state)
    const unread = files.filter(({ pieces }) => !pieces.every((piece) => read.has(piece)))
    const submitted: Submitted = {
      ...said,
      comments: [...mergeComments(comments)],
      moved,
      dropped,
      unread: unread.map(({ path }) => path),
      ...used,
    }
    const data = { reviewId: this.reviewId, ...submitted }
    return { kind: 'review.submitted', ...(agentId && { agentId }), data }
  }
}

/** How a run ends that conducts reviews. */
export interface EndOfRun {
  readonly outcome: Outcome
  readonly reason: string | undefined
}

/** Submits what there is of the reviews that a run was still at; one that failed or was killed before anybody told anything stays without. */
export async function concludeReviews(
  { reviewing }: Pick<RunContext, 'reviewing'>,
  { outcome, reason = 'The run ended before it was submitted.' }: EndOfRun,
): Promise<void> {
  for (const review of reviewing.open) {
    const isCutOff = outcome === 'error' || outcome === 'cancelled'
    if (!isCutOff || review.state.told.length > 0) await review.conclude(reason)
  }
}

interface Said extends Pick<Submitted, 'by' | 'reason' | 'summary' | 'recommendation'> {
  readonly told: readonly ToldFinding[]
}

function findReview({ reviewing }: OfRun, reviewId: ReviewId): CodeReview {
  const found = reviewing.log.reviews[reviewId]
  if (found) return found
  throw new AppError('not-found', 'This review is not in the log.')
}

/** Whether two say the same of about the same lines. */
function isAlike(a: Finding, b: Finding): boolean {
  const isNear = a.file === b.file && Math.abs(a.line - b.line) <= NEAR_LINES
  return isNear && likenessOf(a, b) >= ALIKE
}

const NEAR_LINES = 3

function isSamePlace(a: Finding, b: Finding): boolean {
  return a.file === b.file && a.line === b.line && (a.endLine ?? a.line) === (b.endLine ?? b.line)
}

function sumUp(told: readonly Told[]): string {
  if (told.length === 0) return 'No reviewer has told anything.'
  return told.map(({ reviewer, summary }) => `${reviewer}: ${summary}`).join('\n\n')
}

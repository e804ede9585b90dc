import { z } from 'zod'
import { cutPieces, type Piece } from '#shared/code-review/chunk-diff.ts'
import { ALIKE, likenessOf, mergeComments, recommend } from '#shared/code-review/merge-findings.ts'
import { findFile, placeFindings, type ToldFinding } from '#shared/code-review/place-findings.ts'
import { type ChangedFile, parseDiff } from '#shared/code-review/unified-diff.ts'
import type { Finding, Recommendation } from '#shared/events/code-review.ts'
import type { AnyEvent, Draft, EventFor } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ReviewId, SpanId } from '#shared/lib/ids.ts'
import type { CodeReview, Told } from '#shared/projections/code-reviews.ts'
import { readStoredArgs } from '../../permissions/stored-args.ts'
import type { Store } from '../../store/store.ts'
import { readDiff } from '../../tools/catalogue/code-review/read-diff.ts'
import type { SessionStore } from '../context/session-store.ts'
import type { RunRecord } from '../recording/run-record.ts'
import type { Reviewing, ReviewUnderWay } from './define.ts'

/** What a reviewer tells. */
export interface ToldFindings {
  readonly summary: string
  readonly findings: readonly Finding[]
}

/** What the orchestrator submits. */
interface OwnReview {
  readonly summary: string
  readonly recommendation: Recommendation
  readonly comments: readonly Finding[]
}

/** Parts of a run that a review in progress uses. */
export interface OpenReviewContext extends SessionStore, Pick<RunRecord, 'log' | 'journal'> {
  readonly reviewing: Reviewing
}

type Submitted = Omit<EventFor<'review.submitted'>['data'], 'reviewId'>

/** A review under way: what it is of, what was told, and its one submission. */
export class OpenReview implements ReviewUnderWay {
  readonly reviewId: ReviewId
  readonly #run: OpenReviewContext
  readonly #files: readonly ChangedFile[]
  readonly pieces: readonly Piece[]
  readonly #tellers = new Set<SpanId>()
  /** Its submission is on its way into the log: there is no second one. */
  #isSubmitting = false
  #unavailable: ReadonlyMap<string, string> = new Map()

  /** Of one that is in the log: fails with `not-found` where it is not. */
  static of(run: OpenReviewContext, reviewId: ReviewId): OpenReview {
    return new OpenReview(run, findReview(run, reviewId))
  }

  private constructor(run: OpenReviewContext, { reviewId, diff, pieceTokens }: CodeReview) {
    this.reviewId = reviewId
    this.#run = run
    this.#files = parseDiff(run.journal.read(diff))
    this.pieces = cutPieces(this.#files, pieceTokens)
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

  /** `unavailable`: why the model of a reviewer can’t be had, by its name. */
  goWithout(unavailable: ReadonlyMap<string, string>): void {
    this.#unavailable = unavailable
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
    if (this.#isSubmitting || this.state.submitted) {
      throw new AppError('conflict', 'The review was submitted: it is not taken twice.')
    }
    this.#isSubmitting = true
    try {
      // Whose a comment is, the log says.
      await this.#run.store.flush()
      const told = own.comments.map((comment) => this.#attribute(comment))
      return await this.#toDraft({ by: 'orchestrator', ...own, told })
    } catch (error) {
      this.#isSubmitting = false
      throw error
    }
  }

  /**
   * Submits what was told, unless the log has a submission: nobody else may be at it any more. `reason`:
   * why the host does, as a sentence.
   */
  async conclude(reason: string): Promise<void> {
    await this.#run.store.flush()
    const { told, submitted } = this.state
    if (submitted) return
    const findings = told.flatMap(({ reviewer, findings: all }) =>
      all.map((finding) => ({ finding, reviewers: [reviewer] })),
    )
    const { comments } = placeFindings(this.#files, findings)
    const [recommendation, summary] = [recommend(comments), sumUp(told)]
    await this.#run.log.append(
      await this.#toDraft({ by: 'host', reason, summary, recommendation, told: findings }),
    )
  }

  /** Whose finding a comment is, with the suggestion that came with it: who submits need not write it down again. */
  #attribute(comment: Finding): ToldFinding {
    const told = this.state.told.flatMap(({ reviewer, findings }) =>
      findings.map((finding) => ({ reviewer, finding })),
    )
    const inFile = told.filter(({ finding }) => this.#isSameFile(finding, comment))
    const alike = inFile.filter(({ finding }) => isAlike(finding, comment))
    const there = inFile.filter(({ finding }) => isSamePlace(finding, comment))
    const same = alike.length > 0 ? alike : there
    const meant = same.find(({ finding }) => isSamePlace(finding, comment))
    const suggestion = comment.suggestion ?? meant?.finding.suggestion
    const finding = { ...comment, ...(suggestion !== undefined && { suggestion }) }
    return { finding, reviewers: [...new Set(same.map(({ reviewer }) => reviewer))] }
  }

  /** Also where it is named otherwise. */
  #isSameFile(a: Finding, b: Finding): boolean {
    if (a.file === b.file) return true
    const [[file], [other]] = [findFile(this.#files, a.file), findFile(this.#files, b.file)]
    return file !== undefined && file === other
  }

  #listUnheard(asked: ReadonlySet<string>): Submitted['unheard'] {
    if (this.pieces.length === 0) return []
    const { reviewers, told } = this.state
    return reviewers
      .filter((name) => !told.some(({ reviewer }) => reviewer === name))
      .map((name) => {
        const why = this.#unavailable.get(name)
        return { name, wasAsked: asked.has(name), ...(why !== undefined && { why }) }
      })
  }

  async #toDraft({ told, ...said }: Said): Promise<Draft> {
    const { agentId, files } = this.state
    const { comments, moved, dropped } = placeFindings(this.#files, told)
    const { read, asked, ...used } = await tallyReview(this.#run, this.state)
    const unread = files.filter(({ pieces }) => !pieces.every((piece) => read.has(piece)))
    const submitted: Submitted = {
      ...said,
      comments: [...mergeComments(comments)],
      moved,
      dropped,
      unread: unread.map(({ path }) => path),
      unheard: this.#listUnheard(asked),
      ...used,
    }
    const data = { reviewId: this.reviewId, ...submitted }
    return { kind: 'review.submitted', ...(agentId && { agentId }), data }
  }
}

interface Said extends Pick<Submitted, 'by' | 'reason' | 'summary' | 'recommendation'> {
  readonly told: readonly ToldFinding[]
}

function findReview(
  { reviewing }: Pick<OpenReviewContext, 'reviewing'>,
  reviewId: ReviewId,
): CodeReview {
  const found = reviewing.log.reviews[reviewId]
  if (found) return found
  throw new AppError('not-found', 'This review is not in the log.')
}

const NEAR_LINES = 3

/** Whether two findings in one file say the same of about the same lines. */
function isAlike(a: Finding, b: Finding): boolean {
  return Math.abs(a.line - b.line) <= NEAR_LINES && likenessOf(a, b) >= ALIKE
}

function isSamePlace(a: Finding, b: Finding): boolean {
  return a.line === b.line && (a.endLine ?? a.line) === (b.endLine ?? b.line)
}

function sumUp(told: readonly Told[]): string {
  if (told.length === 0) return 'No reviewer has told anything.'
  return told.map(({ reviewer, summary }) => `${reviewer}: ${summary}`).join('\n\n')
}

/** The usage of a code review, and how much of the diff its agents read. */
interface Tally {
  /** Input and output of all its agents. */
  readonly tokensUsed: number
  /** `null`: the price of a call is unknown. */
  readonly costUsd: number | null
  /** Numbers of pieces that somebody was given. */
  readonly read: ReadonlySet<number>
  /** Types of those that were asked. */
  readonly asked: ReadonlySet<string>
}

/** Counts in the log what a review came to so far, over all runs that conducted it. */
async function tallyReview(
  { store, sessionId }: SessionStore,
  { agentId, seq }: Pick<CodeReview, 'agentId' | 'seq'>,
): Promise<Tally> {
  // What was only noted counts as well.
  await store.flush()
  const counting = new Counting(store, agentId)
  for (const page of store.events.read(sessionId, { after: seq })) {
    for (const event of page) counting.take(event)
  }
  return counting
}

const Pieces = z.object({ pieces: z.array(z.number()) })

class Counting implements Tally {
  tokensUsed = 0
  costUsd: number | null = 0
  readonly read = new Set<number>()
  readonly asked = new Set<string>()
  readonly #store: Store
  /** Who conducts it, and those that were delegated to. */
  readonly #agents: Set<SpanId>
  readonly #calls = new Set<SpanId>()
  /** Pieces that were asked for and are not there yet. */
  readonly #awaited = new Map<SpanId, readonly number[]>()

  constructor(store: Store, orchestrator: SpanId | undefined) {
    this.#store = store
    this.#agents = new Set(orchestrator ? [orchestrator] : [])
  }

  take(event: AnyEvent): void {
    const { kind, spanId, agentId, parentSpanId } = event
    if (kind === 'agent.started' && agentId && parentSpanId && this.#calls.has(parentSpanId)) {
      this.#agents.add(agentId)
      this.asked.add(event.data.type)
    }
    if (!spanId || !agentId || !this.#agents.has(agentId)) return
    if (kind === 'tool.started') this.#begin(spanId, event.data)
    if (kind === 'tool.ended' && event.data.outcome === 'ok') {
      for (const piece of this.#awaited.get(spanId) ?? []) this.read.add(piece)
    }
    if (kind === 'model.ended') this.#spend(event.data)
  }

  #begin(
    spanId: SpanId,
    { name, args }: Extract<AnyEvent, { kind: 'tool.started' }>['data'],
  ): void {
    this.#calls.add(spanId)
    if (name !== readDiff.name) return
    const { success, data } = Pieces.safeParse(readStoredArgs(this.#store, args))
    if (success) this.#awaited.set(spanId, data.pieces)
  }

  #spend({ usage, costUsd }: Extract<AnyEvent, { kind: 'model.ended' }>['data']): void {
    this.tokensUsed += usage.inputTokens + usage.outputTokens
    this.costUsd = this.costUsd === null || costUsd === null ? null : this.costUsd + costUsd
  }
}

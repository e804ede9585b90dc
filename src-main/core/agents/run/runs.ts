import type { Draft } from '#shared/events/index.ts'
import type { ModelRef } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { ReviewId, RunId, SessionId } from '#shared/lib/ids.ts'
import { hostClosing } from '../../runtime/lazy.ts'
import { Turns } from '../../runtime/serial-queue.ts'
import { closeApprovals } from '../approvals/close-approvals.ts'
import type { DecisionInput } from '../approvals/decision.ts'
import { type Ledger, openLedger } from '../budgets/ledger.ts'
import { type Rewound, rewindThreads } from '../checkpoints/rewind-threads.ts'
import type { ReviewRequest } from '../code-review/define.ts'
import { CircuitBreakers } from '../failover/circuit-breakers.ts'
import { explainFailure } from '../failover/failures.ts'
import type { WaitEnd } from '../failover/rate-limit-wait.ts'
import { USUAL_FAULT_POLICY } from '../failover/retry-policy.ts'
import { ActiveRun } from './active-run.ts'
import { type Compacted, checkIdle, checkLength, findCompacted } from './compaction-run.ts'
import { DecisionRecorder } from './decision-recorder.ts'
import { flushLangSmith } from './flush-langsmith.ts'
import { type SaidByPerson, titleOf, toReceived } from './received-prompt.ts'
import { beginReview, findUnfinished } from './review-run.ts'
import { lastRunOf, planRun, type RunPlan, unfinishedCompactionOf } from './run-plan.ts'
import { RunQueue } from './run-queue.ts'
import type { RunsOptions } from './runs-options.ts'
import { catchEscapes } from './uncaught-errors.ts'
import {
  findWaitingSettings,
  mustWait,
  needsPerson,
  type RunSettings,
  recordWaitEnd,
  toWaitEnd,
} from './waiting-run.ts'

/** What a person says to a session. */
interface RunInput extends SaidByPerson, RunSettings {
  /** What becomes of the run that is on: it hears this (unless given), or is stopped. */
  readonly whileRunning?: 'queue' | 'stop'
}

/** How a run is resumed. */
interface ResumeInput extends RunSettings {
  /** Continues to wait for a limit, if the run did; else that wait ends. */
  readonly keepsWait?: boolean
}

/** A review that is under way. */
interface StartedReview {
  readonly runId: RunId
  readonly reviewId: ReviewId
}

/** The runs of every session: at most one at a time in each. */
export interface Runs extends AsyncDisposable {
  /** Starts a run, or lets the one that is on hear it. Answers once that is durable. */
  send(sessionId: SessionId, input: RunInput): Promise<RunId>
  /**
   * Starts a run that is a review. Fails with `conflict` where a run is on, paused or waits for an answer, and
   * with `invalid-input` where there is nothing to review.
   */
  review(sessionId: SessionId, asked: ReviewRequest): Promise<StartedReview>
  /**
   * Summarizes the lead's conversation, in a run of its own; resolves when that has ended. While a run is
   * on, it happens before the lead's next model call if there is one, and this resolves with `undefined` at once. Fails with
   * `conflict` if there is nothing to summarize, or calls wait for a decision.
   */
  compact(sessionId: SessionId): Promise<Compacted | undefined>
  /** Goes on with the last run from its last checkpoint. */
  resume(sessionId: SessionId, given?: ResumeInput): Promise<RunId>
  /** Resumes a run whose limit has ended, as it was started; where a person has to decide first, ends its wait only. */
  resumeAfterWait(sessionId: SessionId): Promise<void>
  /** Resumes a run that waits for a limit, with another model. Fails with `conflict` where none waits. */
  switchModel(sessionId: SessionId, model: ModelRef): Promise<RunId>
  /** Answers once the run that is on has stopped where it can be gone on with, or is to go on. */
  pause(sessionId: SessionId): Promise<void>
  /** Lets what is under way come to its end; asked twice it kills. Answers once the run has ended. */
  stop(sessionId: SessionId): Promise<void>
  /** Cuts the run off that is on, if any; answers once it has ended. */
  kill(sessionId: SessionId): Promise<void>
  /**
   * Where the run that asked has ended, the session goes on with it, unless it can't (`canGoOn`), a
   * person has paused it, or has calls to say something of that were cut off.
   */
  decide(sessionId: SessionId, decision: DecisionInput, canGoOn?: boolean): Promise<void>
  /**
   * Lets the session go on from earlier: `prepare` does what has to be done before and answers what is
   * written. Fails with `conflict` where a run is on.
   */
  rewind(sessionId: SessionId, prepare: () => Promise<Rewound>): Promise<void>
  /** Lets runs begin that have a place now: more of them may have been allowed. */
  admitWaiting(): void
  /** Whether every run has ended or waits for a person. */
  readonly isIdle: boolean
  readonly onDidChangeIdle: (listener: () => void) => Disposable
  /**
   * Interrupts each run before its next model call, where another host can resume it. Resolves once all
   * have ended; no run starts from then on.
   */
  handOver(): Promise<void>
  /** Answers once no run of the session is on. */
  idle(sessionId: SessionId): Promise<void>
}

/** The runs of a host. Disposing them interrupts those that are on: they can be gone on with. */
export function createRuns(options: RunsOptions): Runs {
  return new SessionRuns(options)
}

class SessionRuns implements Runs {
  readonly #options: RunsOptions
  readonly #ledger: Ledger
  readonly #circuits: CircuitBreakers
  readonly #queue: RunQueue
  readonly #decisions: DecisionRecorder
  readonly #active = new Map<SessionId, ActiveRun>()
  /** What is asked of one session is done one after the other. */
  readonly #turns = new Turns<SessionId>()
  #escapes: Disposable | undefined
  readonly #onDidChangeIdle = new Emitter<void>()
  #isClosing = false

  readonly onDidChangeIdle = this.#onDidChangeIdle.event

  constructor(options: RunsOptions) {
    this.#options = options
    this.#ledger = openLedger(options)
    const { providers, store } = options
    this.#queue = new RunQueue(() => store.settings.read().concurrency.maxSessions)
    this.#circuits = new CircuitBreakers({
      ...USUAL_FAULT_POLICY,
      ...options.faults,
      faultOf: (error, model) => explainFailure(error, { model, providers }).fault,
    })
    this.#decisions = new DecisionRecorder(options)
  }

  async send(sessionId: SessionId, input: RunInput): Promise<RunId> {
    for (;;) {
      const sent = await this.#turns.take(sessionId, () => this.#send(sessionId, input))
      if (sent.runId) return sent.runId
      // Waiting takes no turn: meanwhile the run can be stopped.
      await sent.ended
    }
  }

  /** Answers with the run that hears the input, or with the end of one that hears nothing more. */
  async #send(
    sessionId: SessionId,
    input: RunInput,
  ): Promise<{ readonly runId?: RunId; readonly ended?: Promise<void> }> {
    const active = this.#active.get(sessionId)
    if (active && input.whileRunning !== 'stop') {
      const received = toReceived(this.#options, sessionId, { ...input, isQueued: true })
      return (await active.hear(received)) ? { runId: active.runId } : { ended: active.ended }
    }
    await this.#kill(sessionId)
    return { runId: await this.#startNew(sessionId, input) }
  }

  review(sessionId: SessionId, asked: ReviewRequest): Promise<StartedReview> {
    return this.#turns.take(sessionId, async () => {
      if (await this.#current(sessionId)) throw new AppError('conflict', RUNNING)
      const plan = await this.#plan(sessionId, { ...(asked.limits && { limits: asked.limits }) })
      using unstarted = new DisposableStack()
      unstarted.use(plan.release)
      const { reviewId, drafts } = await beginReview(plan, this.#options, asked)
      unstarted.move()
      return { reviewId, runId: await this.#start({ ...plan, review: reviewId }, drafts) }
    })
  }

  async compact(sessionId: SessionId): Promise<Compacted | undefined> {
    const run = await this.#turns.take(sessionId, async () => {
      const active = await this.#current(sessionId)
      await checkLength(this.#options, sessionId)
      if (active) {
        active.compact()
        return undefined
      }
      await checkIdle(this.#options, sessionId)
      const plan = await this.#plan(sessionId, {})
      const before = plan.view.seq
      const runId = await this.#start({ ...plan, isCompaction: true }, [])
      return { runId, before, ended: this.#active.get(sessionId)?.ended }
    })
    await run?.ended
    return run && findCompacted(this.#options, sessionId, run)
  }

  resume(sessionId: SessionId, given?: ResumeInput): Promise<RunId> {
    return this.#turns.take(sessionId, () => this.#resume(sessionId, given))
  }

  resumeAfterWait(sessionId: SessionId): Promise<void> {
    return this.#turns.take(sessionId, async () => {
      const given = (await this.#current(sessionId))
        ? undefined
        : await findWaitingSettings(this.#options, sessionId)
      if (!given) return
      if (needsPerson(this.#options, sessionId))
        return recordWaitEnd(this.#options, sessionId, { how: 'time' })
      try {
        await this.#resume(sessionId, given, { how: 'time' })
      } catch (error) {
        if (this.#isClosing || !AppError.is(error)) throw error
        await recordWaitEnd(this.#options, sessionId, { how: 'failed', error: error.message })
      }
    })
  }

  switchModel(sessionId: SessionId, model: ModelRef): Promise<RunId> {
    return this.#turns.take(sessionId, async () => {
      const active = await this.#current(sessionId)
      if (active?.isLimited) {
        await active.switchModel(model)
        return active.runId
      }
      const given = active ? undefined : await findWaitingSettings(this.#options, sessionId)
      if (!given) throw new AppError('conflict', 'This session no longer waits for a limit.')
      return this.#resume(sessionId, given, { how: 'model', model })
    })
  }

  async pause(sessionId: SessionId): Promise<void> {
    // What takes a while takes no turn: meanwhile it can be decided, gone on, or stopped.
    await (await this.#inTurn(sessionId))?.pause()
  }

  async stop(sessionId: SessionId): Promise<void> {
    const active = await this.#inTurn(sessionId)
    active?.stop()
    await active?.ended
    await recordWaitEnd(this.#options, sessionId, { how: 'stopped' })
  }

  kill(sessionId: SessionId): Promise<void> {
    return this.#turns.take(sessionId, async () => {
      await this.#kill(sessionId)
      await recordWaitEnd(this.#options, sessionId, { how: 'stopped' })
    })
  }

  decide(sessionId: SessionId, decision: DecisionInput, canGoOn = true): Promise<void> {
    return this.#turns.take(sessionId, async () => {
      const active = await this.#current(sessionId)
      const decided = await this.#decisions.decide(sessionId, decision, active?.runId)
      if (!active && canGoOn && !needsPerson(this.#options, sessionId))
        await this.#resumeDecided(sessionId)
      for (const one of decided) active?.approvals.tell(one)
    })
  }

  rewind(sessionId: SessionId, prepare: () => Promise<Rewound>): Promise<void> {
    return this.#turns.take(sessionId, async () => {
      if (await this.#current(sessionId)) throw new AppError('conflict', RUNNING)
      const { drafts, ...threads } = await prepare()
      const { events, checkpoints } = this.#options.store
      const saved = rewindThreads(checkpoints, { sessionId, ...threads })
      const all = [...drafts, ...saved.drafts]
      await events.append(sessionId, all, () => checkpoints.insertAll(saved.rows))
    })
  }

  admitWaiting(): void {
    this.#queue.review()
  }

  get isIdle(): boolean {
    return this.#active.values().every((run) => run.isStill)
  }

  async handOver(): Promise<void> {
    this.#isClosing = true
    await Promise.all(this.#active.values().map((run) => run.handOver()))
  }

  async idle(sessionId: SessionId): Promise<void> {
    await this.#active.get(sessionId)?.ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true
    const active = [...this.#active.values()]
    for (const run of active) run.interrupt()
    await Promise.all(active.map(({ ended }) => ended))
    await flushLangSmith(this.#options.env ?? {})
  }

  async #kill(sessionId: SessionId): Promise<void> {
    const active = this.#active.get(sessionId)
    active?.kill()
    await active?.ended
  }

  /** The run that is on once all has begun that was asked for before. */
  #inTurn(sessionId: SessionId): Promise<ActiveRun | undefined> {
    return this.#turns.take(sessionId, async () => this.#active.get(sessionId))
  }

  /** The wait for a limit goes on; who decides has a window, which shows such a wait. */
  async #resumeDecided(sessionId: SessionId): Promise<void> {
    const given = (await findWaitingSettings(this.#options, sessionId)) ?? { waitsForLimits: true }
    await this.#resume(sessionId, { ...given, keepsWait: true })
  }

  /** The run that is on; one whose end is written is waited out. */
  async #current(sessionId: SessionId): Promise<ActiveRun | undefined> {
    const active = this.#active.get(sessionId)
    if (active?.isOver) await active.ended
    return active?.isOver ? undefined : active
  }

  async #startNew(sessionId: SessionId, input: RunInput): Promise<RunId> {
    const plan = await this.#plan(sessionId, input)
    const { isPaused, wait } = plan.view.status
    if ((isPaused || wait) && plan.view.lastRunId) {
      const data = toReceived(this.#options, sessionId, { ...input, isQueued: true })
      const resumes = lastRunOf(plan) ?? plan.view.lastRunId
      return this.#start({ ...plan, resumes }, [
        ...toWaitEnd(plan.view, { how: 'resumed' }),
        { kind: 'input.received', data },
      ])
    }
    // A title that was cut in the middle of a key would hold half of it.
    const text = this.#options.providers.secrets.redact(input.text)
    const title = plan.view.status.title === undefined ? titleOf(text) : ''
    const received = toReceived(this.#options, sessionId, { ...input, isQueued: false })
    return this.#start(plan, [
      ...closeApprovals(plan.view, 'Another message came before this was decided.'),
      ...(title ? [{ kind: 'session.renamed', data: { title, by: 'host' } } as const] : []),
      { kind: 'input.received', data: received },
    ])
  }

  async #resume(
    sessionId: SessionId,
    { keepsWait = false, ...given }: ResumeInput = {},
    by: WaitEnd = { how: 'resumed' },
  ): Promise<RunId> {
    if (this.#isClosing) throw hostClosing()
    const active = await this.#current(sessionId)
    if (!keepsWait) await active?.goOn()
    if (active) return active.runId
    const plan = await this.#plan(sessionId, given)
    const resumes = lastRunOf(plan)
    const compaction = unfinishedCompactionOf(plan)
    if (compaction && !resumes) {
      return this.#start({ ...plan, resumes: compaction, isCompaction: true }, [])
    }
    if (!resumes) {
      plan.release[Symbol.dispose]()
      throw new AppError('conflict', 'There is no run to go on with. Send a message instead.')
    }
    const review = findUnfinished(plan.view, resumes)
    const { wait } = plan.view.status
    const resumed = { ...plan, resumes, ...(review && { review }) }
    if (!wait) return this.#start(resumed, [])
    if (keepsWait && mustWait(plan, this.#options))
      return this.#start({ ...resumed, pending: wait }, [])
    const instead = by.model && { model: by.model, limited: wait }
    return this.#start({ ...resumed, ...(instead && { instead }) }, toWaitEnd(plan.view, by))
  }

  async #plan(
    sessionId: SessionId,
    { limits, allowTools = [], waitsForLimits = false }: RunSettings,
  ): Promise<RunPlan> {
    if (this.#isClosing) throw hostClosing()
    const shared = { circuits: this.#circuits, ledger: this.#ledger, queue: this.#queue }
    return planRun(this.#options, shared, { sessionId, limits, allowTools, waitsForLimits })
  }

  async #start(plan: RunPlan, first: readonly Draft[]): Promise<RunId> {
    const { sessionId, runId } = plan
    if (this.#isClosing) {
      plan.release[Symbol.dispose]()
      throw hostClosing()
    }
    const run = new ActiveRun(plan, this.#options)
    this.#active.set(sessionId, run)
    run.onDidChangeStill(() => this.#onDidChangeIdle.fire())
    this.#escapes ??= catchEscapes(() => this.#active.values())
    void run.ended.then(() => this.#forget(sessionId, run))
    await run.start(first)
    return runId
  }

  #forget(sessionId: SessionId, run: ActiveRun): void {
    if (this.#active.get(sessionId) === run) this.#active.delete(sessionId)
    this.#onDidChangeIdle.fire()
    if (this.#active.size > 0) return
    this.#escapes?.[Symbol.dispose]()
    this.#escapes = undefined
  }
}

const RUNNING = 'A run is on. Stop it first, or let it come to its end.'

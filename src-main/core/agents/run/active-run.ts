import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type AnyEvent, type Draft, streamedKinds } from '#shared/events/index.ts'
import type { ModelRef, Outcome } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { RunId } from '#shared/lib/ids.ts'
import { getSession } from '../../sessions/session-rows.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { closeApprovals } from '../approvals/close-approvals.ts'
import { concludeReviews } from '../code-review/conclude-reviews.ts'
import { explainFailure } from '../failover/failures.ts'
import { readPlaybooks } from '../prompts/playbooks.ts'
import { explainError } from '../recording/explain-error.ts'
import type { SessionView } from '../recording/session-view.ts'
import { CompactionConductor } from './compaction-run.ts'
import type { Conductor, Received } from './conductor.ts'
import { Lead } from './lead.ts'
import { ReviewConductor } from './review-run.ts'
import type { RunContext } from './run-context.ts'
import { createRunParts } from './run-parts.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunPlace } from './run-queue.ts'
import type { RunsOptions } from './runs-options.ts'
import { inScopeOf } from './uncaught-errors.ts'

/** How long what was cut off may take to come to its end before the run ends without it. */
const SETTLE_MS = 1000
/** How long a run that is out of time may take to end by itself. */
const GRACE_MS = 5000
/** How long a run that someone stops may still wait for its snapshot. */
const SNAPSHOT_GRACE_MS = 5000

interface Ending {
  readonly outcome: Outcome
  readonly reason?: string
  readonly isPaused?: true
  /** It ends so that every agent can be resumed from its checkpoint. */
  readonly isResumable?: true
}

const STOPPED = 'A person stopped this run.'
const PAUSED: Ending = {
  outcome: 'stopped',
  reason: 'A person paused this run.',
  isPaused: true,
  isResumable: true,
}

/** One run of a session, from its start to its end. */
export class ActiveRun {
  readonly runId: RunId
  readonly ended: Promise<void>
  readonly approvals: Approvals
  readonly view: SessionView
  readonly #plan: RunPlan
  readonly #options: RunsOptions
  readonly #parts: RunContext
  readonly #controller = new AbortController()
  /** Aborted when the run is over: nothing waits any longer. */
  readonly #over = new AbortController()
  readonly #finish: () => void
  /** Resolves once someone wants the run to end soon. */
  readonly #hurry = Promise.withResolvers<void>()
  #conductor: Conductor | undefined
  #place: RunPlace | undefined
  #cutShort: Ending | undefined
  #isStopping = false

  constructor(plan: RunPlan, options: RunsOptions) {
    const { runId, view } = plan
    this.runId = runId
    this.view = view
    this.#plan = plan
    this.#options = options
    const { signal } = this.#controller
    const onRefused = (error: unknown) => this.fail(error)
    this.#parts = createRunParts({ plan, options, signal, onRefused })
    this.approvals = this.#parts.approvals
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#finish = resolve
  }

  /**
   * Writes the run's beginning; once that is durable, the run goes on by itself. Where it fails there
   * is no run, and `ended` resolves all the same.
   */
  async start(first: readonly Draft[]): Promise<void> {
    using unstarted = new DisposableStack()
    unstarted.defer(() => this.#leave())
    const conductor = await this.#createConductor()
    this.#conductor = conductor
    const { model, rules, limits, resumes, isCompaction, allowTools } = this.#plan
    const data = {
      ...{ model, profile: rules.profile, limits },
      ...(resumes && { resumes }),
      ...(isCompaction && { isCompaction }),
      ...(allowTools.length > 0 && { allowTools: [...allowTools] }),
    }
    const noted = this.#toNote()
    await this.#parts.log.append({ kind: 'run.started', data }, ...first, ...noted)
    unstarted.move()
    void inScopeOf(this, () => this.#run(conductor))
  }

  async #createConductor(): Promise<Conductor> {
    const parts = { plan: this.#plan, options: this.#options, run: this.#parts }
    const { review, isCompaction } = this.#plan
    if (isCompaction) return new CompactionConductor(parts)
    if (review) return new ReviewConductor({ ...parts, review })
    return new Lead({ ...parts, playbooks: await readPlaybooks(this.#options.resourcesDir) })
  }

  /** What has become of the project's tasks since its session took note of them. */
  #toNote(): readonly Draft[] {
    const { sessionId, view } = this.#plan
    const { store, tasks } = this.#options
    return tasks.toNote(getSession(store, sessionId).projectId, view.tasks)
  }

  /** Lets its conductor hear it before its next model call. False: the run is at its end. */
  async hear(input: Received): Promise<boolean> {
    return (await this.#conductor?.hear(input)) ?? false
  }

  /** Has the conversation summarized before its next model call. */
  compact(): void {
    this.#conductor?.compact()
  }

  /** Whether its end has been written. */
  get isOver(): boolean {
    return this.#parts.log.isClosed
  }

  /** Resolves once every agent has stopped before its next model call and the run has ended, or goes on. */
  async pause(): Promise<void> {
    const { parking, limits, signal } = this.#parts
    await Promise.race([this.ended, parking.begin(() => this.#cut(PAUSED))])
    if (signal.aborted || limits.reason) await this.ended
  }

  /** Takes a pause back that has not come about, and ends a wait. */
  async goOn(): Promise<void> {
    this.#parts.parking.release()
    await this.#parts.limitWait?.end({ how: 'resumed' })
  }

  /** Whether agents wait until limits of providers end. */
  get isLimited(): boolean {
    return this.view.status.wait !== undefined || this.#parts.limitWait?.latest !== undefined
  }

  /** Lets agents that wait for a limit continue with another model. */
  async switchModel(model: ModelRef): Promise<void> {
    this.#parts.models.offer(model)
    await this.#parts.limitWait?.end({ how: 'model', model })
  }

  /** Nothing new begins, and what is under way comes to its end; asked twice, it is cut off. */
  stop(): void {
    if (this.#isStopping) this.kill()
    this.#isStopping = true
    this.#hurry.resolve()
    this.#parts.limits.stop(STOPPED)
  }

  kill(): void {
    this.#cut({ outcome: 'cancelled', reason: STOPPED })
  }

  /** The host goes: what waits for a person goes on waiting. */
  interrupt(): void {
    const reason = 'Orrery was closed while this was running. Resume to go on.'
    this.#cut({ outcome: 'interrupted', reason })
  }

  /** Interrupts the run once every agent has stopped before its next model call. */
  async handOver(): Promise<void> {
    void this.#parts.parking.begin(() => this.interrupt())
    await this.ended
  }

  /** Whether nothing is in progress but waiting for a person. */
  get isStill(): boolean {
    return this.#parts.parking.isStill
  }

  onDidChangeStill(listener: (isStill: boolean) => void): Disposable {
    return this.#parts.parking.onDidChangeStill(listener)
  }

  /** Something escaped that belongs to this run. */
  fail(error: unknown): void {
    if (this.#controller.signal.aborted) return
    const reason = `Something in this run went wrong: ${explainError(error, this.#options.providers)} Resume to try again.`
    this.#cut({ outcome: 'error', reason })
  }

  #cut(ending: Ending): void {
    this.#cutShort ??= ending
    this.#hurry.resolve()
    this.#controller.abort(new AppError('cancelled', ending.reason ?? 'Cancelled.'))
  }

  async #run(conductor: Conductor): Promise<void> {
    const { store } = this.#options
    using counting = store.events.onDidAppend((events) => this.#count(events))
    this.#parts.limits.signal.addEventListener('abort', () => void this.#enforceTime(), {
      once: true,
    })
    const ending = await this.#drive(conductor)
    conductor.close()
    counting[Symbol.dispose]()
    try {
      await this.#end(ending, conductor)
    } catch (error) {
      // Where the log takes nothing any more, not even why, the next host ends in it what is open.
      if (!AppError.is(error)) this.#options.report(error, 'ending a run')
    } finally {
      this.#leave()
    }
  }

  /** Lets go of all that the run holds. */
  #leave(): void {
    this.#over.abort()
    this.#place?.[Symbol.dispose]()
    this.#parts.limits[Symbol.dispose]()
    this.#parts.money[Symbol.dispose]()
    this.#plan.release[Symbol.dispose]()
    this.#finish()
  }

  async #drive(conductor: Conductor): Promise<Ending> {
    const work = this.#work(conductor)
    try {
      await Promise.race([work, this.#abandoned()])
      return this.#cutShort ?? this.#ending({ outcome: 'ok' })
    } catch (error) {
      const { message } = explainFailure(error, {
        model: this.#plan.model,
        providers: this.#options.providers,
      })
      return this.#cutShort ?? this.#ending({ outcome: 'error', reason: message })
    } finally {
      work.catch(() => undefined)
    }
  }

  async #work(conductor: Conductor): Promise<void> {
    const place = await this.#enter()
    this.#place = place
    using _lending = this.#parts.parking.onDidChangeStill((isStill) =>
      isStill ? this.#rest(place) : place.takeBack(),
    )
    await conductor.work()
  }

  /** Nothing moves: if an agent waits for a limit, so does the run, or ends with the time to resume it. */
  #rest(place: RunPlace): void {
    place.lend()
    const { limitWait } = this.#parts
    const reason = limitWait?.latest?.message
    if (reason === undefined) return
    if (this.#plan.waitsForLimits) limitWait?.announce()
    else if (this.view.approvals.open.length === 0) {
      this.#cut({ outcome: 'error', reason, isResumable: true })
    }
  }

  /** Waits until few enough sessions run; that time is not counted. */
  async #enter(): Promise<RunPlace> {
    const { limits, log } = this.#parts
    using _waiting = limits.wait()
    return await this.#plan.queue.enter({
      signal: AbortSignal.any([this.#controller.signal, limits.signal]),
      onWait: (ahead) => log.note({ kind: 'run.queued', data: { ahead } }),
    })
  }

  /** Once cut short, what does not come to its end soon is left behind. */
  async #abandoned(): Promise<void> {
    const { signal } = this.#controller
    if (!signal.aborted) await once(signal, 'abort')
    await this.#delay(SETTLE_MS)
  }

  /** Waits for so long, or until the run is over. */
  async #delay(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#over.signal }).catch(() => undefined)
  }

  #ending(otherwise: Ending): Ending {
    const { reason } = this.#parts.limits
    return reason ? { outcome: 'stopped', reason } : otherwise
  }

  async #end(
    { outcome, reason, isPaused, isResumable }: Ending,
    { agent }: Conductor,
  ): Promise<void> {
    const { busy, log, agents } = this.#parts
    // What is still under way is cut off, and what it has to say to that comes before the run's end.
    this.#controller.abort(new AppError('cancelled', reason ?? 'The run has ended.'))
    const settled = Promise.allSettled(busy)
    if (busy.size > 0) await Promise.race([settled, this.#delay(SETTLE_MS)])
    const ofSpans = isResumable ? 'interrupted' : outcome
    const drafts = ofSpans === 'interrupted' ? [] : await this.#closeApprovals(reason)
    const data = { outcome, ...(reason !== undefined && { reason }), ...(isPaused && { isPaused }) }
    const error = ofSpans === 'error' && reason !== undefined ? { error: reason } : {}
    await log.append(...drafts)
    if (outcome !== 'interrupted') await this.#parts.limitWait?.close()
    await log.closeAll(ofSpans, agent?.spanId)
    // What was cut off has used tokens, too.
    if (ofSpans !== 'interrupted') {
      const { review } = this.#plan
      const { report } = this.#options
      await concludeReviews(this.#parts, { outcome: ofSpans, reason, review, report })
    }
    await Promise.race([this.#closeOpened(), this.#delay(SETTLE_MS)])
    if (agent) await agents.leave(agent, { outcome: ofSpans, ...error })
    await this.#waitForSnapshot()
    await log.close(ofSpans, { kind: 'run.ended', data })
  }

  /**
   * Keeps what a person changes after the run's end out of its snapshot. Someone who stops the run
   * doesn't wait long for a large project: nothing of it was changed before the snapshot.
   */
  async #waitForSnapshot(): Promise<void> {
    const taken = this.#parts.snapshot.taken.catch(() => undefined)
    const outOfTime = this.#hurry.promise.then(() => this.#delay(SNAPSHOT_GRACE_MS))
    await Promise.race([taken, outOfTime])
  }

  /** What agents left open ends with the run; what does not end keeps no run from ending. */
  async #closeOpened(): Promise<void> {
    try {
      await this.#parts.opened.disposeAsync()
    } catch (error) {
      this.#options.report(error, 'ending what a run had opened')
    }
  }

  async #closeApprovals(reason = 'The run ended.'): Promise<readonly Draft[]> {
    await this.#options.store.flush()
    return closeApprovals(this.view, reason)
  }

  #count(events: readonly AnyEvent[]): void {
    if (events[0]?.sessionId !== this.#plan.sessionId) return
    this.#parts.limits.countEvents(events.filter(({ kind }) => !streamedKinds.has(kind)).length)
  }

  /** Other limits let what is under way come to its end. */
  async #enforceTime(): Promise<void> {
    if (!this.#parts.limits.isOverTime) return
    await this.#delay(GRACE_MS)
    if (!this.#over.signal.aborted) this.#cut(this.#ending({ outcome: 'stopped' }))
  }
}

import type { Client } from '#shared/contract/define.ts'
import type { HostContract } from '#shared/contract/index.ts'
import { AppError } from '#shared/error.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { ApprovalId, RunId, SessionId } from '#shared/ids.ts'
import type { Approver, Requested } from './approver.ts'
import type { Reporter } from './reporter.ts'

export interface Followed {
  readonly client: Client<HostContract>
  readonly sessionId: SessionId
  /** Everything later is shown. */
  readonly after: number
  readonly reporter: Reporter
  readonly approver: Approver
  /** Starts the run, once it is being followed. */
  readonly start: () => Promise<RunId>
}

/** Starts a run, shows it and decides what it asks, until it has ended. */
export async function followRun(followed: Followed): Promise<Outcome> {
  const following = new Following(followed)
  const abort = new AbortController()
  const reading = following.read(abort.signal)
  try {
    const starting = followed.start()
    // Where the stream broke first, its error is the one that is told.
    starting.catch(() => undefined)
    // A stream that breaks ends the wait for the start as well.
    await Promise.race([starting, reading])
    following.awaitEndOf(await starting)
    return await reading
  } finally {
    abort.abort()
    await reading.catch(() => undefined)
  }
}

class Following {
  readonly #followed: Followed
  readonly #ends = new Map<RunId, Outcome>()
  readonly #asked = new Map<ApprovalId, AbortController>()
  readonly #answers = new Set<Promise<void>>()
  #failure: { readonly error: unknown } | undefined
  #runId: RunId | undefined
  #stop: () => void = () => undefined

  constructor(followed: Followed) {
    this.#followed = followed
  }

  awaitEndOf(runId: RunId): void {
    this.#runId = runId
    if (this.#ends.has(runId)) this.#stop()
  }

  /** Resolves with the outcome of the awaited run. */
  async read(signal: AbortSignal): Promise<Outcome> {
    const stopped = new AbortController()
    this.#stop = () => stopped.abort()
    const { client, sessionId, after } = this.#followed
    const both = AbortSignal.any([signal, stopped.signal])
    try {
      for await (const page of client['sessions.events']({ sessionId, after }, both)) {
        this.#take(page)
        if (this.#outcome()) break
      }
    } catch (error) {
      if (!both.aborted) throw error
    }
    await Promise.all(this.#answers)
    if (this.#failure) throw this.#failure.error
    const outcome = this.#outcome()
    if (outcome) return outcome
    throw new AppError('cancelled', 'Nobody follows the run any more.')
  }

  #outcome(): Outcome | undefined {
    return this.#runId && this.#ends.get(this.#runId)
  }

  #take(page: readonly AnyEvent[]): void {
    this.#followed.reporter.receive(page)
    for (const event of page) {
      if (event.kind === 'approval.requested') this.#answer(event)
      if (event.kind === 'approval.decided') this.#asked.get(event.data.approvalId)?.abort()
      if (event.kind === 'run.ended') this.#noteEnd(event.runId, event.data.outcome)
    }
  }

  /** What went wrong with an answer ends the following as well. */
  #fail(error: unknown): void {
    this.#failure ??= { error }
    this.#stop()
  }

  #noteEnd(runId: RunId | undefined, outcome: Outcome): void {
    if (runId) this.#ends.set(runId, outcome)
    for (const asked of this.#asked.values()) asked.abort()
  }

  #answer(request: Requested): void {
    const abort = new AbortController()
    this.#asked.set(request.data.approvalId, abort)
    const answer = this.#decide(request, abort.signal).catch((error: unknown) => this.#fail(error))
    this.#answers.add(answer)
  }

  async #decide(request: Requested, signal: AbortSignal): Promise<void> {
    const { client, sessionId, approver } = this.#followed
    const { approvalId } = request.data
    try {
      const verdict = await approver(request, signal)
      if (verdict) await client['approvals.decide']({ sessionId, approvalId, ...verdict })
    } catch (error) {
      // Another window was quicker, or the run has ended meanwhile.
      const isSettled = AppError.is(error) && ['conflict', 'not-found'].includes(error.code)
      if (!isSettled && !signal.aborted) throw error
    }
  }
}

import { AppError } from '#shared/error.ts'
import type { AnyEvent, Draft } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { RunId, SessionId, SpanId } from '#shared/ids.ts'
import type { EventLog } from '../log/event-log.ts'

/** A terminal has the span of the call that opened it. */
type OpenSpan = SpanId | `terminal ${SpanId}`
type EndOf = (outcome: Outcome) => readonly Draft[]

/** What one run writes. A span it opened ends exactly once, at the latest with the run. */
export class RunLog {
  readonly #events: EventLog
  readonly #sessionId: SessionId
  readonly #runId: RunId
  /** In the order they were opened. */
  readonly #open = new Map<OpenSpan, EndOf>()
  #isClosed = false

  constructor(events: EventLog, sessionId: SessionId, runId: RunId) {
    this.#events = events
    this.#sessionId = sessionId
    this.#runId = runId
  }

  /** Whether the run's end has been written: nothing else is written of it. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Resolves once durable. After the run's end nothing is written any more. */
  async append(...drafts: readonly Draft[]): Promise<readonly AnyEvent[]> {
    if (this.#isClosed || drafts.length === 0) return []
    return this.#events.append(
      this.#sessionId,
      drafts.map((draft) => this.#own(draft)),
    )
  }

  /**
   * Opens a span: what it stands for may begin once this resolves, and not where it fails. `endOf`
   * says how it ends if the run does before it has.
   */
  async open(span: OpenSpan, draft: Draft, endOf: EndOf): Promise<void> {
    if (this.#isClosed) throw new AppError('cancelled', 'The run has ended.')
    this.#open.set(span, endOf)
    try {
      await this.append(draft)
    } catch (error) {
      this.#open.delete(span)
      throw error
    }
  }

  /** Ends a span; one that has ended already stays as it is, and one whose end was refused open. */
  async end(span: OpenSpan, ...drafts: readonly Draft[]): Promise<void> {
    const endOf = this.#open.get(span)
    if (!endOf) return
    this.#open.delete(span)
    try {
      await this.append(...drafts)
    } catch (error) {
      this.#open.set(span, endOf)
      throw error
    }
  }

  /** Ends every open span but one, the innermost first. */
  async closeAll(outcome: Outcome, except?: OpenSpan): Promise<void> {
    const ending = [...this.#open].reverse().filter(([span]) => span !== except)
    for (const [span] of ending) this.#open.delete(span)
    await this.append(...ending.flatMap(([, endOf]) => endOf(outcome)))
  }

  /** Ends what is open, writes `last`, and nothing after it. */
  async close(outcome: Outcome, last: Draft): Promise<void> {
    const ended = this.closeAll(outcome)
    const written = this.append(last)
    this.#isClosed = true
    await Promise.all([ended, written])
  }

  #own(draft: Draft): Draft {
    return { ...draft, runId: this.#runId }
  }
}

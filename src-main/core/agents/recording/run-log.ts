import type { AnyEvent, Draft } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { RunId, SessionId, SpanId } from '#shared/lib/ids.ts'
import type { Redactor } from '../../secrets/redactor.ts'
import type { EventLog } from '../../store/events/event-log.ts'

/** A terminal, and a program in a debugger, has the span of the call that opened it. */
type OpenId = SpanId | `terminal ${SpanId}` | `debugger ${SpanId}`
type EndOf = (outcome: Outcome) => readonly Draft[]
type OpenEntry = readonly [OpenId, { readonly agentId: SpanId | undefined; readonly endOf: EndOf }]

interface RunLogOptions {
  readonly sessionId: SessionId
  readonly runId: RunId
  /** Takes known secrets out of what is written. */
  readonly secrets: Pick<Redactor, 'redactData'>
  readonly onRefused: (error: unknown) => void
}

/**
 * What one run writes. What is only noted goes with whatever is written next; where it is refused,
 * `onRefused` is told. A span it opened ends exactly once, at the latest with the run.
 */
export class RunLog {
  readonly #events: EventLog
  readonly #sessionId: SessionId
  readonly #runId: RunId
  readonly #secrets: RunLogOptions['secrets']
  readonly onRefused: (error: unknown) => void
  /** In the order they were opened. */
  readonly #open = new Map<OpenId, OpenEntry[1]>()
  readonly #opened = new Set<OpenId>()
  #isClosed = false

  constructor(events: EventLog, options: RunLogOptions) {
    this.#events = events
    this.#sessionId = options.sessionId
    this.#runId = options.runId
    this.#secrets = options.secrets
    this.onRefused = options.onRefused
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

  /** As `append`, in one with what `put` stores; fails after the run's end, with nothing stored. */
  async appendWith(put: () => void, ...drafts: readonly Draft[]): Promise<void> {
    if (this.#isClosed) throw new AppError('cancelled', 'The run has ended.')
    const own = drafts.map((draft) => this.#own(draft))
    await this.#events.append(this.#sessionId, own, put)
  }

  /** The same data, without the secrets that are known. */
  redactData<T>(data: T): T {
    return this.#secrets.redactData(data)
  }

  /** As `append`, for what nobody waits for. */
  note(...drafts: readonly Draft[]): void {
    this.#note(drafts).catch(this.onRefused)
  }

  /** Whether this run opened it. */
  hasOpened(span: OpenId): boolean {
    return this.#opened.has(span)
  }

  /**
   * Opens a span: what it stands for may begin once this resolves, and not where it fails. `endOf`
   * says how it ends if the run does before it has.
   */
  async open(span: OpenId, draft: Draft, endOf: EndOf): Promise<void> {
    this.#begin(span, draft, endOf)
    try {
      await this.append(draft)
    } catch (error) {
      this.#open.delete(span)
      throw error
    }
  }

  /** Opens a span of what changes nothing: it may begin at once. */
  noteOpen(span: OpenId, draft: Draft, endOf: EndOf): void {
    this.#begin(span, draft, endOf)
    this.note(draft)
  }

  /** Ends a span; one that has ended already stays as it is, and one whose end was refused open. */
  async end(span: OpenId, ...drafts: readonly Draft[]): Promise<readonly AnyEvent[]> {
    const open = this.#open.get(span)
    if (!open) return []
    this.#open.delete(span)
    try {
      return await this.append(...drafts)
    } catch (error) {
      this.#open.set(span, open)
      throw error
    }
  }

  /** As `end`, for what nobody waits for. */
  noteEnd(span: OpenId, ...drafts: readonly Draft[]): void {
    const open = this.#open.get(span)
    if (!open) return
    this.#open.delete(span)
    this.#note(drafts).catch((error: unknown) => {
      this.#open.set(span, open)
      this.onRefused(error)
    })
  }

  /** Ends every open span but one, the innermost first. */
  async closeAll(outcome: Outcome, except?: OpenId): Promise<void> {
    await this.#closeSpans(outcome, ([span]) => span !== except)
  }

  /** Ends every open span of these agents, the innermost first. */
  async closeOf(agentIds: ReadonlySet<SpanId>, outcome: Outcome): Promise<void> {
    await this.#closeSpans(
      outcome,
      ([, { agentId }]) => agentId !== undefined && agentIds.has(agentId),
    )
  }

  async #closeSpans(outcome: Outcome, isClosed: (entry: OpenEntry) => boolean): Promise<void> {
    const ending = [...this.#open].reverse().filter(isClosed)
    for (const [span] of ending) this.#open.delete(span)
    await this.append(...ending.flatMap(([, { endOf }]) => endOf(outcome)))
  }

  /** Ends what is open, writes `last`, and nothing after it. */
  async close(outcome: Outcome, last: Draft): Promise<void> {
    const ended = this.closeAll(outcome)
    const written = this.append(last)
    this.#isClosed = true
    await Promise.all([ended, written])
  }

  #begin(span: OpenId, { agentId }: Draft, endOf: EndOf): void {
    if (this.#isClosed) throw new AppError('cancelled', 'The run has ended.')
    this.#open.set(span, { agentId, endOf })
    this.#opened.add(span)
  }

  async #note(drafts: readonly Draft[]): Promise<void> {
    if (this.#isClosed || drafts.length === 0) return
    const own = drafts.map((draft) => this.#own(draft))
    await this.#events.appendSoon(this.#sessionId, own)
  }

  #own(draft: Draft): Draft {
    return { ...this.#secrets.redactData(draft), runId: this.#runId }
  }
}

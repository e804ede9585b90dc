import type { AnyEvent } from '#shared/events/index.ts'
import type { SessionId } from '#shared/ids.ts'
import type { SentTo } from './sent-mark.ts'
import type { SessionSpans } from './session-spans.ts'
import type { TraceSpan } from './trace-span.ts'

const NOTHING: SentTo = { from: 0, through: 0 }

/** The runs of one session whose spans are being sent, and how far that has come. */
export class Sending {
  readonly sessionId: SessionId
  readonly #spans: SessionSpans
  /** How many spans are on their way, by the seq of the event that ended them. */
  readonly #underWay = new Map<number, number>()
  /** Of the first event that matters. */
  #from: number
  /** Up to here everything was sent before. */
  readonly #sentBefore: number
  #lastSeq: number

  constructor(sessionId: SessionId, spans: SessionSpans, { from, through }: SentTo = NOTHING) {
    this.sessionId = sessionId
    this.#spans = spans
    this.#from = from
    this.#sentBefore = through
    this.#lastSeq = through
  }

  /** Answers what is to be sent, each span once. */
  take(event: AnyEvent): readonly TraceSpan[] {
    if (this.isDone) this.#from = event.seq
    const ended = this.#spans.take(event)
    if (event.seq <= this.#sentBefore) return []
    this.#lastSeq = event.seq
    if (ended.length > 0) this.#underWay.set(event.seq, ended.length)
    return ended
  }

  /** A span was sent, or given up. */
  noteDone({ seq }: TraceSpan): void {
    const left = (this.#underWay.get(seq) ?? 0) - 1
    if (left > 0) this.#underWay.set(seq, left)
    else this.#underWay.delete(seq)
  }

  /** No run is on, and nothing is on its way. */
  get isDone(): boolean {
    return this.#spans.firstSeq === undefined && this.#underWay.size === 0
  }

  get sentTo(): SentTo {
    const through = Math.min(this.#lastSeq, ...[...this.#underWay.keys()].map((seq) => seq - 1))
    return { from: this.#from, through }
  }
}

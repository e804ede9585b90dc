import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { AnyEvent } from '#shared/events/index.ts'
import { SessionId } from '#shared/lib/ids.ts'
import type { TraceSpan } from './run-spans.ts'
import type { SessionSpans } from './session-spans.ts'

/** How far the spans of a session's runs were sent. */
export const SentTo = z.object({
  /** Seq of the first event of the oldest run that is not sent whole. */
  from: z.int(),
  /** Everything that ended up to here was sent, or given up. */
  through: z.int(),
})
export type SentTo = z.infer<typeof SentTo>

const NOTHING: SentTo = { from: 0, through: 0 }

export type SentMarks = Readonly<Record<SessionId, SentTo>>

const Stored = z.record(SessionId, SentTo)

/** Keeps beside the store what was sent of runs under way: what a crash cuts off is sent afterwards, once. */
export class SentMark {
  readonly #file: string
  #writing: Promise<void> = Promise.resolve()
  #next: SentMarks | undefined

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'traces.json')
  }

  /** What was kept; nothing where it can't be read. */
  read(): SentMarks {
    try {
      return Stored.parse(JSON.parse(readFileSync(this.#file, 'utf8')))
    } catch {
      return {}
    }
  }

  /** Keeps what is newest as soon as it can. */
  write(marks: SentMarks): void {
    const isWaiting = this.#next !== undefined
    this.#next = marks
    if (!isWaiting) this.#writing = this.#writing.then(() => this.#writeNext())
  }

  /** Resolves once what was asked for is on disk, or can't be. */
  flush(): Promise<void> {
    return this.#writing
  }

  async #writeNext(): Promise<void> {
    const marks = this.#next ?? {}
    this.#next = undefined
    try {
      if (Object.keys(marks).length === 0) return await rm(this.#file, { force: true })
      const draft = `${this.#file}.draft`
      await writeFile(draft, JSON.stringify(marks), { mode: 0o600 })
      await rename(draft, this.#file)
    } catch {
      // After a crash some spans would be missing from a trace: nothing worth a run's while.
    }
  }
}

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

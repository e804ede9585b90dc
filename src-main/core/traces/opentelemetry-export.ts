import { basename } from 'node:path'
import type { AnyEvent } from '#shared/events/index.ts'
import type { Hash, SessionId } from '#shared/lib/ids.ts'
import type { Logs } from '../logging/logs.ts'
import { getMachine, type Machine, privateWords, Redaction } from '../redaction/redaction.ts'
import { inTurns } from '../runtime/yield-in-slices.ts'
import type { Store } from '../store/store.ts'
import { allContents, type Contents, capturesContents, noContents } from './contents.ts'
import type { TraceSpan } from './run-spans.ts'
import { Sending, SentMark, type SentMarks, type SentTo } from './sent-mark.ts'
import { SessionSpans } from './session-spans.ts'
import { SpanSender } from './span-sender.ts'

export interface TraceExportOptions {
  readonly dataDir: string
  readonly version: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly store: Pick<Store, 'events' | 'blobs' | 'sessions'>
  readonly homeDir?: string
  readonly logs: Logs
  readonly report: (error: unknown, doing: string) => void
}

/**
 * Sends every run as a trace, made from what is appended to the log, to where the standard variables
 * say. Nothing waits for it but its own end.
 */
export class TraceExport implements AsyncDisposable {
  readonly #options: TraceExportOptions
  readonly #machine: Machine
  readonly #sender: SpanSender
  readonly #mark: SentMark
  readonly #appending: Disposable
  readonly #live = new Map<SessionId, Sending>()
  readonly #sendings = new Set<Sending>()
  readonly #sendingOf = new WeakMap<TraceSpan, Sending>()
  /** What the host before left unsent. */
  readonly #resending: Promise<void>

  constructor(options: TraceExportOptions) {
    const { dataDir, version, store } = options
    this.#options = options
    this.#machine = getMachine(options.homeDir)
    this.#sender = new SpanSender({
      version,
      onDone: (spans) => this.#noteDone(spans),
      onChange: (error) => this.#tell(error),
    })
    this.#mark = new SentMark(dataDir)
    this.#appending = store.events.onDidAppend((events) => this.#take(events))
    this.#resending = this.#resendAll(this.#mark.read())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#appending[Symbol.dispose]()
    await this.#resending
    await this.#sender[Symbol.asyncDispose]()
    await this.#mark.flush()
  }

  #take(events: readonly AnyEvent[]): void {
    const [first] = events
    // A session that begins with its runs was brought here: they were told where they took place.
    if (!first || first.seq === 1) return
    const sending = this.#live.get(first.sessionId) ?? this.#begin(first.sessionId)
    const wasDone = sending.isDone
    for (const event of events) this.#send(sending, event)
    if (sending.isDone) this.#end(sending)
    if (wasDone !== sending.isDone) this.#keepMarks()
  }

  #begin(sessionId: SessionId, sentTo?: SentTo): Sending {
    const sending = new Sending(sessionId, this.#createSpans(sessionId), sentTo)
    this.#sendings.add(sending)
    if (!sentTo) this.#live.set(sessionId, sending)
    return sending
  }

  /** A collector is meant for others, so that it gets what an export would show. */
  #createSpans(sessionId: SessionId): SessionSpans {
    const { env, store } = this.#options
    const root = store.sessions.find(sessionId)?.root ?? ''
    const words = privateWords(this.#machine, { root, name: basename(root) })
    const redaction = new Redaction(words)
    const contents = capturesContents(env) ? contentsOf(store, redaction) : noContents
    return new SessionSpans(contents, redaction.text)
  }

  #end(sending: Sending): void {
    this.#sendings.delete(sending)
    if (this.#live.get(sending.sessionId) === sending) this.#live.delete(sending.sessionId)
  }

  #send(sending: Sending, event: AnyEvent): void {
    for (const span of sending.take(event)) {
      this.#sendingOf.set(span, sending)
      this.#sender.send(span)
    }
  }

  #noteDone(spans: readonly TraceSpan[]): void {
    for (const span of spans) {
      const sending = this.#sendingOf.get(span)
      sending?.noteDone(span)
      if (sending?.isDone) this.#end(sending)
    }
    this.#keepMarks()
  }

  #keepMarks(): void {
    const marks: Record<SessionId, SentTo> = {}
    for (const { sessionId, sentTo } of this.#sendings) {
      const { from, through } = marks[sessionId] ?? sentTo
      marks[sessionId] = {
        from: Math.min(from, sentTo.from),
        through: Math.min(through, sentTo.through),
      }
    }
    this.#mark.write(marks)
  }

  async #resendAll(marks: SentMarks): Promise<void> {
    // All of them now, before anything else is appended, and before one that is through forgets the rest.
    const { events } = this.#options.store
    const unsent = Object.entries(marks).map(([id, sentTo]) => {
      const sessionId = id as SessionId // the mark's own key
      const range = { after: sentTo.from - 1, through: events.lastSeq(sessionId) }
      return { sending: this.#begin(sessionId, sentTo), range }
    })
    for (const one of unsent) await this.#resend(one)
  }

  async #resend({ sending, range }: Unsent): Promise<void> {
    try {
      const pages = this.#options.store.events.read(sending.sessionId, range)
      for await (const page of inTurns(pages)) {
        for (const event of page) this.#send(sending, event)
      }
    } catch (error) {
      this.#options.report(error, 'sending the traces that were left')
    }
    if (sending.isDone) this.#end(sending)
    this.#keepMarks()
  }

  #tell(error: Error | undefined): void {
    const { logs } = this.#options
    if (error) {
      const message = 'Traces can’t be sent, and are given up: is the OTLP endpoint right, and up?'
      logs.write('warn', { module: 'traces', message, fields: { error: error.message } })
    } else {
      logs.write('info', { module: 'traces', message: 'Traces are sent again.' })
    }
  }
}

interface Unsent {
  readonly sending: Sending
  /** Of what there was when the host began. */
  readonly range: { readonly after: number; readonly through: number }
}

function contentsOf({ blobs }: Pick<Store, 'blobs'>, redaction: Redaction): Contents {
  const decoder = new TextDecoder()
  const readText = (hash: Hash) => {
    const content = blobs.get(hash)
    return content && decoder.decode(content)
  }
  return allContents(readText, redaction)
}

import type { AnyEvent } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { RunId, SessionId, SpanId } from '#shared/lib/ids.ts'
import { spanIdOf, traceIdOf } from '../runtime/ids.ts'

export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** What has begun in a run and not ended. */
interface BegunSpan {
  /** What it is called in its run: our span's id, or what it stands for. */
  readonly key: string
  /** The key of what it is part of; a run is part of nothing. */
  readonly parent?: string | undefined
  readonly name: string
  readonly isClient?: boolean
  readonly startedAt: number
  readonly link?: RunId | undefined
  readonly attributes: Attributes
}

export interface End {
  readonly outcome: Outcome
  readonly error?: string | undefined
  readonly attributes?: Attributes
}

/** The key of the run itself. */
export const RUN = 'run'

/** A span that has ended, as it is told to others. */
export interface TraceSpan {
  readonly sessionId: SessionId
  /** Of the event that ended it. */
  readonly seq: number
  readonly traceId: string
  readonly spanId: string
  /** Absent on a run. */
  readonly parentSpanId?: string
  /** Another trace's run that this one goes on with. */
  readonly link?: { readonly traceId: string; readonly spanId: string }
  readonly name: string
  /** Whether it asks something of another machine. */
  readonly isClient: boolean
  /** Milliseconds since the epoch, with fraction. */
  readonly startedAt: number
  readonly endedAt: number
  readonly outcome: Outcome
  readonly error?: string
  readonly attributes: Attributes
}

/** One run, as far as its events have come: what is open in it, and what becomes of that. */
export class RunSpans {
  readonly runId: RunId
  /** Seq of its first event. */
  readonly firstSeq: number
  readonly open = new Map<string, BegunSpan>()
  /** The span of each agent that is at work, or was last. */
  readonly agents = new Map<SpanId, SpanId>()
  /** What was part of this run: what began in an earlier one is no parent here. */
  readonly #begun = new Set<string>()
  modelCalls = 0
  toolCalls = 0

  constructor({ runId, seq }: { readonly runId: RunId; readonly seq: number }) {
    this.runId = runId
    this.firstSeq = seq
  }

  /** What is part of something that began elsewhere is part of the run. */
  begin(event: AnyEvent, open: Omit<BegunSpan, 'startedAt'>): void {
    const parent = open.key === RUN ? undefined : this.#parentOf(open.parent)
    this.#begun.add(open.key)
    this.open.set(open.key, { ...open, parent, startedAt: event.at })
  }

  add(key: string, attributes: Attributes): void {
    const open = this.open.get(key)
    if (open) this.open.set(key, { ...open, attributes: { ...open.attributes, ...attributes } })
  }

  /** Answers its span; none where it has not begun, or has ended. */
  end({ sessionId, seq, at }: AnyEvent, key: string, end: End): readonly TraceSpan[] {
    const open = this.open.get(key)
    if (!open) return []
    this.open.delete(key)
    const { runId } = this
    const ids = { traceId: traceIdOf(runId), spanId: spanIdOf(runId, key) }
    const conversation = { 'gen_ai.conversation.id': sessionId, 'orrery.run.id': runId }
    const ended = { 'orrery.outcome': end.outcome, ...end.attributes }
    const span: TraceSpan = {
      ...{ sessionId, seq, ...ids },
      ...(open.parent !== undefined && { parentSpanId: spanIdOf(runId, open.parent) }),
      ...(open.link && linkTo(open.link)),
      name: open.name,
      isClient: open.isClient ?? false,
      startedAt: open.startedAt,
      endedAt: at,
      outcome: end.outcome,
      ...(end.error !== undefined && { error: end.error }),
      attributes: { ...conversation, ...open.attributes, ...ended },
    }
    return [span]
  }

  #parentOf(key: string | undefined): string {
    return key !== undefined && this.#begun.has(key) ? key : RUN
  }
}

function linkTo(runId: RunId): Pick<TraceSpan, 'link'> {
  return { link: { traceId: traceIdOf(runId), spanId: spanIdOf(runId, RUN) } }
}

import { SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'
import type { Outcome } from '#shared/events/value.ts'
import type { TraceSpan } from './run-spans.ts'

interface SpanSenderOptions {
  readonly version: string
  /** Told of spans that were sent, or given up. */
  readonly onDone: (spans: readonly TraceSpan[]) => void
  /** Told once when spans can't be sent, and once when they can again. */
  readonly onChange: (error: Error | undefined) => void
  /** How long a receiver may take; unless the environment says it. */
  readonly timeoutMs?: number
}

type Export = SpanExporter['export']

const TIMEOUT_VARIABLE = /^OTEL_EXPORTER_OTLP_(TRACES_)?TIMEOUT$/
const TIMEOUT_MS = 3_000
/** After a failure the receiver is not tried again for so long. */
const REST_MS = 30_000
const FAILED = 1

/**
 * Sends spans by OTLP over HTTP in batches, to where the standard variables say. What can't be sent
 * is given up. Disposing it resolves once all of it is one or the other.
 */
export class SpanSender implements AsyncDisposable {
  readonly #options: SpanSenderOptions
  readonly #exporter: OTLPTraceExporter
  readonly #processor: BatchSpanProcessor
  readonly #resource
  readonly #spans = new WeakMap<ReadableSpan, TraceSpan>()
  #failedAt: number | undefined

  constructor(options: SpanSenderOptions) {
    const { version, timeoutMs = TIMEOUT_MS } = options
    this.#options = options
    const isTimed = Object.keys(process.env).some((name) => TIMEOUT_VARIABLE.test(name))
    this.#exporter = new OTLPTraceExporter(isTimed ? {} : { timeoutMillis: timeoutMs })
    this.#processor = new BatchSpanProcessor({
      export: (spans, tell) => this.#export(spans, tell),
      shutdown: () => this.#exporter.shutdown(),
    })
    const own = { 'service.name': 'orrery', 'service.version': version }
    // What a person says of the service stands above what we do.
    this.#resource = resourceFromAttributes(own).merge(
      detectResources({ detectors: [envDetector] }),
    )
  }

  send(span: TraceSpan): void {
    const readable = this.#toReadable(span)
    this.#spans.set(readable, span)
    this.#processor.onEnd(readable)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // What can't be sent was told already.
    await this.#processor.shutdown().catch(() => undefined)
  }

  #export(...[spans, tell]: Parameters<Export>): void {
    const since = this.#failedAt ?? Number.NEGATIVE_INFINITY
    if (performance.now() - since < REST_MS) {
      this.#noteDone(spans)
      tell({ code: FAILED })
      return
    }
    this.#exporter.export(spans, (result) => {
      this.#note(result.code === FAILED ? (result.error ?? new Error('No answer.')) : undefined)
      this.#noteDone(spans)
      tell(result)
    })
  }

  #noteDone(spans: readonly ReadableSpan[]): void {
    this.#options.onDone(spans.flatMap((span) => this.#spans.get(span) ?? []))
  }

  #note(error: Error | undefined): void {
    const hadFailed = this.#failedAt !== undefined
    this.#failedAt = error && performance.now()
    if (hadFailed !== (error !== undefined)) this.#options.onChange(error)
  }

  #toReadable(span: TraceSpan): ReadableSpan {
    const { traceId, parentSpanId, link, startedAt, endedAt } = span
    return {
      name: span.name,
      kind: span.isClient ? SpanKind.CLIENT : SpanKind.INTERNAL,
      spanContext: () => toContext(span),
      ...(parentSpanId && { parentSpanContext: toContext({ traceId, spanId: parentSpanId }) }),
      startTime: toTime(startedAt),
      endTime: toTime(endedAt),
      duration: toTime(endedAt - startedAt),
      status: toStatus(span),
      attributes: toAttributes(span),
      links: link ? [{ context: toContext(link) }] : [],
      events: [],
      ended: true,
      resource: this.#resource,
      instrumentationScope: { name: 'orrery', version: this.#options.version },
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    }
  }
}

/** Not worked out by us, and no fault of those that are ended so by a person or a rule. */
const FAULTS: ReadonlySet<Outcome> = new Set(['error', 'interrupted'])

function toStatus({ outcome, error }: TraceSpan): ReadableSpan['status'] {
  if (outcome === 'ok') return { code: SpanStatusCode.OK }
  if (!FAULTS.has(outcome)) return { code: SpanStatusCode.UNSET }
  return { code: SpanStatusCode.ERROR, ...(error !== undefined && { message: error }) }
}

function toAttributes({ outcome, attributes }: TraceSpan): ReadableSpan['attributes'] {
  const copied = Object.entries(attributes).map(
    ([name, value]) => [name, typeof value === 'object' ? [...value] : value] as const,
  )
  const fault = FAULTS.has(outcome) ? { 'error.type': outcome } : {}
  return { ...Object.fromEntries(copied), ...fault }
}

function toContext({ traceId, spanId }: Pick<TraceSpan, 'traceId' | 'spanId'>) {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED }
}

/** Seconds, and nanoseconds of the last one. */
function toTime(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1000)
  const nanoseconds = Math.round((ms - seconds * 1000) * 1e6)
  return nanoseconds < 1e9 ? [seconds, nanoseconds] : [seconds + 1, 0]
}

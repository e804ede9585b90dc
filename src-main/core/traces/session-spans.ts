import type { AnyEvent, EventFor, Kind } from '#shared/events/index.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { RunId } from '#shared/lib/ids.ts'
import { type Contents, noContents } from './contents.ts'
import { type Attributes, type End, RUN, RunSpans, type TraceSpan } from './run-spans.ts'

type Table<Came> = {
  readonly [K in Kind]?: (run: RunSpans, event: EventFor<K>, contents: Contents) => Came
}

/** What begins a span, or is added to one. */
const begins: Table<void> = {
  'run.started': (run, event) => {
    const link = event.data.resumes
    run.begin(event, { key: RUN, name: 'invoke_workflow orrery', link, attributes: ofRun(event) })
  },
  'input.received': (run, event, contents) => run.add(RUN, contents.ofInput(event)),
  'agent.started': (run, event, contents) => {
    const { spanId: key, agentId, parentSpanId: parent } = event
    if (!key || !agentId) return
    run.agents.set(agentId, key)
    const attributes = { ...ofAgent(event), ...contents.ofTask(event) }
    run.begin(event, { key, parent, name: `invoke_agent ${event.data.type}`, attributes })
  },
  'model.started': (run, event, contents) => {
    const { spanId: key, parentSpanId: parent } = event
    if (!key) return
    run.modelCalls += 1
    const name = `${operationOf(event.data.purpose)} ${event.data.model}`
    const attributes = { ...ofModelCall(event), ...contents.ofRequest(event) }
    run.begin(event, { key, parent, name, isClient: true, attributes })
  },
  'model.delta': (run, event, contents) => {
    const open = event.spanId && run.open.get(event.spanId)
    if (!open) return
    contents.hear(event)
    if (FIRST_CHUNK in open.attributes) return
    run.add(open.key, { [FIRST_CHUNK]: (event.at - open.startedAt) / 1000 })
  },
  'tool.started': (run, event, contents) => {
    const { spanId: key, parentSpanId: parent } = event
    if (!key) return
    run.toolCalls += 1
    const attributes = { ...ofToolCall(event), ...contents.ofArguments(event) }
    run.begin(event, { key, parent, name: `execute_tool ${event.data.name}`, attributes })
  },
  'approval.requested': (run, event) => {
    const { agentId, data } = event
    const parent = agentId && run.agents.get(agentId)
    const key = waitKey(data.approvalId)
    run.begin(event, { key, parent, name: 'wait_for_person', attributes: ofWait(event) })
  },
}

/** What ends one. */
const ends: Table<readonly TraceSpan[]> = {
  'agent.ended': (run, event) => endSpan(run, event, event.data),
  'model.ended': (run, event, contents) => {
    const attributes = { ...ofAnswer(event), ...contents.ofAnswer(event) }
    return endSpan(run, event, { ...event.data, attributes })
  },
  // What a tool says of its failure may quote what it worked on.
  'tool.ended': (run, event, contents) =>
    endSpan(run, event, { outcome: event.data.outcome, ...contents.ofResult(event) }),
  'approval.decided': (run, event) => {
    const { approvalId, decision, by } = event.data
    const attributes = { 'orrery.decision': decision, 'orrery.decided_by': by }
    return run.end(event, waitKey(approvalId), { outcome: 'ok', attributes })
  },
  'run.ended': (run, event) => {
    const { outcome, reason: error } = event.data
    const { modelCalls, toolCalls } = run
    const attributes = { 'orrery.model_calls': modelCalls, 'orrery.tool_calls': toolCalls }
    const left = [...run.open.keys()].filter((key) => key !== RUN).toReversed()
    return [
      ...left.flatMap((key) => run.end(event, key, { outcome })),
      ...run.end(event, RUN, { outcome, error, attributes }),
    ]
  },
}

const FIRST_CHUNK = 'gen_ai.response.time_to_first_chunk'

function waitKey(approvalId: string): string {
  return `wait ${approvalId}`
}

function endSpan(run: RunSpans, event: AnyEvent, end: End): readonly TraceSpan[] {
  return event.spanId ? run.end(event, event.spanId, end) : []
}

/** Turns a session's events, in their order, into the spans of its runs. */
export class SessionSpans {
  readonly #runs = new Map<RunId, RunSpans>()
  readonly #contents: Contents
  readonly #redact: (text: string) => string

  /** An error may quote what it is about, so that it is redacted even without contents. */
  constructor(contents: Contents = noContents, redact = (text: string) => text) {
    this.#contents = contents
    this.#redact = redact
  }

  /** Seq of the first event of the oldest run that is on; `undefined`: none is. */
  get firstSeq(): number | undefined {
    const [oldest] = this.#runs.values()
    return oldest?.firstSeq
  }

  /** Answers the spans that this event ends, the innermost first. */
  take(event: AnyEvent): readonly TraceSpan[] {
    const { runId, seq, kind } = event
    if (!runId) return []
    if (kind === 'run.started') this.#runs.set(runId, new RunSpans({ runId, seq }))
    const run = this.#runs.get(runId)
    if (!run) return []
    entryOf(begins, kind)?.(run, event, this.#contents)
    const ended = entryOf(ends, kind)?.(run, event, this.#contents) ?? []
    if (kind === 'run.ended') this.#runs.delete(runId)
    return ended.map((span) => this.#toRedacted(span))
  }

  #toRedacted(span: TraceSpan): TraceSpan {
    return span.error === undefined ? span : { ...span, error: this.#redact(span.error) }
  }
}

/** Each kind's entry takes that kind's events. */
function entryOf<Came>(table: Table<Came>, kind: Kind) {
  return table[kind] as ((run: RunSpans, event: AnyEvent, contents: Contents) => Came) | undefined
}

// Names are those of OpenTelemetry's semantic conventions for generative AI; what these have no name
// for is `orrery.*`. Nothing here is content: no prompt, no answer, no argument, no result.

/** Providers whose names there differ from ours. */
const PROVIDERS: Readonly<Record<string, string>> = { google: 'gcp.gemini', xai: 'x_ai' }

function ofRun({ data }: EventFor<'run.started'>): Attributes {
  return {
    'gen_ai.operation.name': 'invoke_workflow',
    'gen_ai.workflow.name': 'orrery',
    ...ofModelRef(data.model),
    'orrery.profile': data.profile,
  }
}

function ofAgent({ agentId, data }: EventFor<'agent.started'>): Attributes {
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': data.type,
    ...(agentId && { 'gen_ai.agent.id': agentId }),
    ...ofModelRef(data.model),
    ...(data.teammate !== undefined && { 'orrery.teammate': data.teammate }),
  }
}

/** What a model is asked to do. */
function operationOf(purpose: EventFor<'model.started'>['data']['purpose']): string {
  return purpose === 'embedding' ? 'embeddings' : 'chat'
}

function ofModelCall({ data }: EventFor<'model.started'>): Attributes {
  const { temperature, top_p: topP, max_tokens: maxTokens } = data.request.params
  return {
    'gen_ai.operation.name': operationOf(data.purpose),
    ...ofModelRef(data),
    ...numbers({
      'gen_ai.request.temperature': temperature,
      'gen_ai.request.top_p': topP,
      'gen_ai.request.max_tokens': maxTokens,
    }),
    'orrery.purpose': data.purpose,
    'orrery.attempt': data.attempt,
  }
}

function ofAnswer({ data }: EventFor<'model.ended'>): Attributes {
  const { usage, costUsd, finishReason, isEstimated } = data
  return {
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheReadTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
    'orrery.usage.is_estimated': isEstimated,
    ...numbers({ 'orrery.cost_usd': costUsd }),
    ...(finishReason !== undefined && { 'gen_ai.response.finish_reasons': [finishReason] }),
  }
}

function ofToolCall({ data }: EventFor<'tool.started'>): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': data.name,
    'gen_ai.tool.call.id': data.toolCallId,
    'gen_ai.tool.type': 'function',
    'orrery.effect': data.effect,
  }
}

function ofWait({ data }: EventFor<'approval.requested'>): Attributes {
  return {
    'orrery.waits_for': 'person',
    'gen_ai.tool.name': data.name,
    'gen_ai.tool.call.id': data.toolCallId,
  }
}

function ofModelRef({ provider, model }: Pick<ModelRef, 'provider' | 'model'>): Attributes {
  return {
    'gen_ai.provider.name': PROVIDERS[provider] ?? provider,
    'gen_ai.request.model': model,
  }
}

function numbers(values: Readonly<Record<string, unknown>>): Attributes {
  const known = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(known)
}

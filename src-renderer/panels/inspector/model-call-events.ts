import { useMemo, useSyncExternalStore } from 'react'
import type { AnyEvent, EventFor } from '#shared/events/index.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { ModelSpan } from '#shared/projections/spans.ts'
import { useMoment, useSessionStore } from '../../session/session-context.tsx'
import type { SessionStore } from '../../session/store/session-store.ts'

export interface ModelCallEvents {
  /** Absent as long as this part of the log is not here. */
  readonly started: EventFor<'model.started'>['data'] | undefined
  /** Absent where it has not ended at the playhead. */
  readonly ended: EventFor<'model.ended'>['data'] | undefined
  readonly calls: readonly RequestedCall[]
}

/** What the log says of a model call, up to the playhead. */
export function useModelCallEvents(span: ModelSpan): ModelCallEvents {
  const store = useSessionStore()
  const { seq } = useMoment()
  const through = useSyncExternalStore(store.subscribe, () =>
    Math.min(reachOf(store, span), seq, (span.endSeq ?? seq) + CALLS_AFTER),
  )
  return useMemo(() => {
    const events = through >= span.seq ? store.eventsBetween(span.seq - 1, through) : []
    return { ...endsOf(events, span.id), calls: callsAskedFor(events, spanOf(span)) }
  }, [store, span, through])
}

/** How far the log is here without a gap from the span on. */
function reachOf(store: SessionStore, { seq }: ModelSpan): number {
  return seq > store.openedSeq ? store.lastSeq : store.historySeq
}

/** How far behind an answer its calls are sought. */
const CALLS_AFTER = 200

function spanOf({ id, agentId }: ModelSpan) {
  return { spanId: id, agentId }
}

function endsOf(events: readonly AnyEvent[], spanId: string) {
  let started: ModelCallEvents['started']
  let ended: ModelCallEvents['ended']
  for (const event of events) {
    if (event.spanId !== spanId) continue
    if (event.kind === 'model.started') started = event.data
    if (event.kind === 'model.ended') ended = event.data
  }
  return { started, ended }
}

/** A call that a model's answer asked for. */
interface RequestedCall {
  /** What the call was named when it came up; absent as long as it has not. */
  readonly title?: string
  /** JSON, as far as it was written. */
  readonly args: string
}

interface Answer {
  readonly spanId: string
  readonly agentId: SpanId
}

/** The calls of an answer, out of the events from its beginning on. */
export function callsAskedFor(
  events: readonly AnyEvent[],
  { spanId, agentId }: Answer,
): readonly RequestedCall[] {
  const written: string[] = []
  for (const { kind, spanId: of, data } of events) {
    if (kind !== 'model.delta' || of !== spanId || data.channel !== 'args') continue
    const index = data.call ?? 0
    written[index] = (written[index] ?? '') + data.text
  }
  const titles = titlesAfter(events, { spanId, agentId })
  return Object.values(written).map((args) => {
    const pretty = indent(args)
    const title = titles.get(pretty)
    return { ...(title && { title }), args: pretty }
  })
}

/** What the agent's calls are titled until it asks its model again, by their arguments. */
function titlesAfter(
  events: readonly AnyEvent[],
  { spanId, agentId }: Answer,
): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  let hasEnded = false
  for (const event of events) {
    if (event.kind === 'model.ended' && event.spanId === spanId) hasEnded = true
    if (!hasEnded || event.agentId !== agentId) continue
    if (event.kind === 'model.started' && event.data.purpose === 'step') break
    if (event.kind !== 'tool.started' && event.kind !== 'approval.requested') continue
    const { args, title } = event.data
    if ('json' in args) titles.set(JSON.stringify(args.json, null, 2), title)
  }
  return titles
}

function indent(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

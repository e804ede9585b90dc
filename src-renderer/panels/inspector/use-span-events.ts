import { useMemo, useSyncExternalStore } from 'react'
import type { AnyEvent, EventFor } from '#shared/events/index.ts'
import type { ModelSpan } from '#shared/projections/spans.ts'
import { useMoment, useSessionStore } from '../../client/session-context.tsx'
import type { SessionStore } from '../../client/session-store.ts'
import { type AskedCall, callsAskedFor } from './asked-calls.ts'

export interface ModelCallEvents {
  /** Absent as long as this part of the log is not here. */
  readonly started: EventFor<'model.started'>['data'] | undefined
  /** Absent where it has not ended at the playhead. */
  readonly ended: EventFor<'model.ended'>['data'] | undefined
  readonly calls: readonly AskedCall[]
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

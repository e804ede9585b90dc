import type { AnyEvent } from '#shared/events/index.ts'
import type { SpanId } from '#shared/ids.ts'

/** A call that a model's answer asked for. */
export interface AskedCall {
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
): readonly AskedCall[] {
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

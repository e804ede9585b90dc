import type { Lane } from '#shared/projections/lanes.ts'
import type { Span } from '#shared/projections/spans.ts'

/** What a lane is doing right now. */
export interface Doing {
  readonly lane: string
  readonly laneIndex: number
  readonly title: string
  readonly since: number
}

/** Whether an agent is at it, or comes back to it: a failed attempt that is made again. */
export function goesOn(span: Span): boolean {
  return span.endedAt === undefined || (span.type === 'model' && span.retryInMs !== undefined)
}

/** What a lane does, or waits for; `span` is its youngest. */
export function toDoing(
  lane: Lane | undefined,
  span: Span | undefined,
): Pick<Doing, 'title' | 'since'> | undefined {
  if (lane?.rest) {
    const { reason, from } = lane.rest
    return reason === 'queued' ? { title: 'waits for a place', since: from } : undefined
  }
  if (!span) return undefined
  if (span.endedAt !== undefined) return { title: 'waits to try again', since: span.endedAt }
  if (span.type === 'wait') return { title: `waits for you: ${span.title}`, since: span.startedAt }
  return { title: span.type === 'model' ? 'thinks' : span.title, since: span.startedAt }
}

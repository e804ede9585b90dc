import type { Lane, Pause } from '#shared/projections/lanes.ts'

/**
 * When an agent was not at work, in order, up to `until`. Of one that nobody spawned, the lead or who
 * conducts a person's review, no rest is told: its run is over then.
 */
export function restsOf({ depth, pauses = [], rest }: Lane, until: number): readonly Pause[] {
  if (depth === 0) return []
  const isOn = rest && rest.reason !== 'over' && until > rest.from
  return isOn ? [...pauses, { ...rest, to: until }] : pauses
}

/** The rest that an agent has at `at`. */
export function restAt(lane: Lane, at: number, until: number): Pause | undefined {
  return restsOf(lane, until).findLast(({ from, to }) => from <= at && at < to)
}

export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The parts of a stretch of time that an agent was at work in, whatever it did. */
export function workIn({ startedAt, pauses = [], rest }: Lane, { from, to }: Stretch): Stretch[] {
  const parts: Stretch[] = []
  let reached = Math.max(from, startedAt)
  for (const one of rest ? [...pauses, { ...rest, to: Number.POSITIVE_INFINITY }] : pauses) {
    if (one.from >= to) break
    if (one.from > reached) parts.push({ from: reached, to: one.from })
    reached = Math.max(reached, one.to)
  }
  return reached < to ? [...parts, { from: reached, to }] : parts
}

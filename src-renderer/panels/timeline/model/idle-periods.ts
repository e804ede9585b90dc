import type { Lane, Pause } from '#shared/projections/lanes.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { RunSpan } from '#shared/projections/timeline.ts'
import { formatDuration } from '../../../ui/text/format.ts'
import { type Break, LONGEST_IDLE_MS } from './axis.ts'

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

/** Why nothing worked for a while. */
type Reason = 'waiting' | 'between-runs' | 'idle'

/** Time that the timeline shows shorter than it was. */
export interface Fold extends Break {
  readonly reason: Reason
}

interface IdleSources {
  readonly waits: readonly Span[]
  readonly runs: readonly RunSpan[]
  /** The moment that open spans and runs have reached. */
  readonly until: number
}

/** Less than this is hidden unsaid. */
const SAID_MS = 1000

/**
 * The breaks that hide something, each put down to what filled at least half of it. What is known
 * already stays.
 */
export function toFolds(
  breaks: readonly Break[],
  sources: IdleSources,
  known: readonly Fold[] = [],
): readonly Fold[] {
  const said = breaks.filter(({ from, to }) => to - from >= LONGEST_IDLE_MS + SAID_MS)
  return said.map((one, index) => {
    const same = known[index]
    if (same?.from === one.from && same.to === one.to) return same
    return { ...one, reason: reasonOf(one, sources) }
  })
}

function reasonOf(one: Break, { waits, runs, until }: IdleSources): Reason {
  const half = (one.to - one.from) / 2
  if (coveredOf(one, waits, until) >= half) return 'waiting'
  return coveredOf(one, runs, until) < half ? 'between-runs' : 'idle'
}

/** How much of a break the stretches, in the order they started, lie over. */
function coveredOf(
  { from, to }: Break,
  stretches: readonly Pick<Span, 'startedAt' | 'endedAt'>[],
  until: number,
): number {
  let covered = 0
  let reached = from
  for (const { startedAt, endedAt } of stretches) {
    const end = Math.min(to, endedAt ?? until)
    covered += Math.max(0, end - Math.max(startedAt, reached))
    reached = Math.max(reached, end)
  }
  return covered
}

const reasons: Readonly<Record<Reason, string>> = {
  waiting: 'waiting for a person',
  'between-runs': 'between two runs',
  idle: 'in which nothing worked',
}

/** `2:10 waiting for a person, folded`. */
export function tellFold({ from, to, reason }: Fold): string {
  return `${formatDuration(to - from)} ${reasons[reason]}, folded`
}

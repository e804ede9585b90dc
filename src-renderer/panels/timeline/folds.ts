import type { Span } from '#shared/projections/spans.ts'
import type { RunSpan } from '#shared/projections/timeline.ts'
import { formatDuration } from '../../ui/format.ts'
import { type Break, LONGEST_IDLE_MS } from './axis.ts'

/** Why nothing worked for a while. */
export type Reason = 'waiting' | 'between-runs' | 'idle'

/** Time that the timeline shows shorter than it was. */
export interface Fold extends Break {
  readonly reason: Reason
}

export interface IdleSources {
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

type Stretch = Pick<Span, 'startedAt' | 'endedAt'>

/** How much of a break the stretches, in the order they started, lie over. */
function coveredOf({ from, to }: Break, stretches: readonly Stretch[], until: number): number {
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

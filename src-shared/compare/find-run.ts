import type { AnyEvent } from '../events/index.ts'

interface FoundRun {
  /** How many runs there are up to the one that was looked for. */
  readonly count: number
  readonly events: readonly AnyEvent[]
}

/**
 * The events of a session's nth run; of its last, where no number is given. The first run of a fork
 * that began in the midst of a run goes on with it, so that both are one.
 */
export function findRun(events: Iterable<AnyEvent>, number?: number): FoundRun {
  let count = 0
  let found: AnyEvent[] = []
  let goesOn = false
  for (const event of events) {
    if (event.kind === 'run.started') {
      if (count === number) break
      count += 1
      if (!goesOn) found = []
    }
    if (event.kind === 'session.forked') goesOn = isCutBy(found, event.data.inherited)
    else if (event.kind === 'run.started') goesOn = false
    if (count > 0) found.push(event)
  }
  return { count, events: upToItsEnd(found) }
}

/** Whether the run had not ended where the fork began: its end is none of what was inherited. */
function isCutBy(run: readonly AnyEvent[], inherited: number): boolean {
  const end = run.findLast(({ kind }) => kind === 'run.ended')
  return end !== undefined && end.seq > inherited
}

/** What happens between two runs is of neither. */
export function upToItsEnd(run: readonly AnyEvent[]): readonly AnyEvent[] {
  const end = run.findLastIndex(({ kind }) => kind === 'run.ended')
  const start = run.findLastIndex(({ kind }) => kind === 'run.started')
  return end > start ? run.slice(0, end + 1) : run
}

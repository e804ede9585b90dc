import { createHash } from 'node:crypto'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Limits } from '#shared/settings/settings.ts'

/** How a call came out. */
export interface CallOutcome {
  readonly agentId: SpanId
  readonly name: string
  /** As JSON. */
  readonly args: string
  readonly result: string
  readonly hasFailed: boolean
}

interface Watched {
  /** Of the step under way. */
  calls: CallOutcome[]
  /** Steps in a row in which everything failed. */
  failures: number
  /** What was asked in the last steps and what came of it, oldest first. */
  digests: string[]
}

/** A limit that an agent's steps reached. */
interface ReachedGuard {
  readonly guard: 'failures' | 'repeats'
  /** Such as "5 failures in a row". */
  readonly what: string
}

/** Among how many calls of one agent the same one counts as repeated. */
const LOOKED_BACK = 24

/**
 * Sees where an agent gets nowhere: by failing step after step, or by asking for the same again and
 * again. What it asks for at once counts once.
 */
export class CallWatch {
  readonly #limits: Pick<Limits, 'failuresInRow' | 'repeats'>
  readonly #agents = new Map<SpanId, Watched>()

  constructor(limits: Pick<Limits, 'failuresInRow' | 'repeats'>) {
    this.#limits = limits
  }

  note(call: CallOutcome): void {
    this.#of(call.agentId).calls.push(call)
  }

  /** Closes an agent's step. Returns the limit that it reached, if any. */
  endStep(agentId: SpanId): ReachedGuard | undefined {
    const watched = this.#of(agentId)
    const { calls } = watched
    watched.calls = []
    if (calls.length === 0) return undefined
    const { failuresInRow = Infinity, repeats = Infinity } = this.#limits
    watched.failures = calls.every(({ hasFailed }) => hasFailed) ? watched.failures + 1 : 0
    if (watched.failures >= failuresInRow) {
      return { guard: 'failures', what: `${failuresInRow} failures in a row` }
    }
    const asked = new Map(calls.map((call) => [digestOf(call), call.name]))
    watched.digests = [...watched.digests, ...asked.keys()].slice(-LOOKED_BACK)
    const repeated = [...asked].find(([digest]) => count(watched.digests, digest) >= repeats)
    if (!repeated) return undefined
    const what = `asking for the same (${repeated[1]}) ${repeats} times with the same result`
    return { guard: 'repeats', what }
  }

  #of(agentId: SpanId): Watched {
    const watched = this.#agents.get(agentId) ?? { calls: [], failures: 0, digests: [] }
    this.#agents.set(agentId, watched)
    return watched
  }
}

function count(digests: readonly string[], digest: string): number {
  return digests.filter((one) => one === digest).length
}

function digestOf({ name, args, result }: CallOutcome): string {
  return createHash('sha256')
    .update(JSON.stringify([name, args, result]))
    .digest('base64')
}

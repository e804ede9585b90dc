import { z } from 'zod'
import type { AnyEvent } from '#shared/events/index.ts'
import type { SpanId } from '#shared/ids.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import type { Store } from '../../log/store.ts'
import { readStoredArgs } from '../../stored-args.ts'
import { readDiff } from '../../tools/read-diff.ts'
import type { RunContext } from '../run-context.ts'

/** What a review used, and what of the diff was read for it. */
export interface Tally {
  /** Input and output of all its agents. */
  readonly tokensUsed: number
  /** `null`: the price of a call is unknown. */
  readonly costUsd: number | null
  /** Numbers of pieces that somebody was given. */
  readonly read: ReadonlySet<number>
  /** Types of those that were asked. */
  readonly asked: ReadonlySet<string>
}

/** Counts in the log what a review came to so far, over all runs that conducted it. */
export async function tallyReview(
  { store, sessionId }: Pick<RunContext, 'store' | 'sessionId'>,
  { agentId, seq }: Pick<CodeReview, 'agentId' | 'seq'>,
): Promise<Tally> {
  // What was only noted counts as well.
  await store.flush()
  const counting = new Counting(store, agentId)
  for (const page of store.events.read(sessionId, { after: seq })) {
    for (const event of page) counting.take(event)
  }
  return counting
}

class Counting implements Tally {
  tokensUsed = 0
  costUsd: number | null = 0
  readonly read = new Set<number>()
  readonly asked = new Set<string>()
  readonly #store: Store
  /** Who conducts it, and those that were delegated to. */
  readonly #agents: Set<SpanId>
  readonly #calls = new Set<SpanId>()
  /** Pieces that were asked for and are not there yet. */
  readonly #awaited = new Map<SpanId, readonly number[]>()

  constructor(store: Store, orchestrator: SpanId | undefined) {
    this.#store = store
    this.#agents = new Set(orchestrator ? [orchestrator] : [])
  }

  take(event: AnyEvent): void {
    const { kind, spanId, agentId, parentSpanId } = event
    if (kind === 'agent.started' && agentId && parentSpanId && this.#calls.has(parentSpanId)) {
      this.#agents.add(agentId)
      this.asked.add(event.data.type)
    }
    if (!spanId || !agentId || !this.#agents.has(agentId)) return
    if (kind === 'tool.started') this.#begin(spanId, event.data)
    if (kind === 'tool.ended' && event.data.outcome === 'ok') {
      for (const piece of this.#awaited.get(spanId) ?? []) this.read.add(piece)
    }
    if (kind === 'model.ended') this.#spend(event.data)
  }

  #begin(
    spanId: SpanId,
    { name, args }: Extract<AnyEvent, { kind: 'tool.started' }>['data'],
  ): void {
    this.#calls.add(spanId)
    if (name !== readDiff.name) return
    const { success, data } = Pieces.safeParse(readStoredArgs(this.#store, args))
    if (success) this.#awaited.set(spanId, data.pieces)
  }

  #spend({ usage, costUsd }: Extract<AnyEvent, { kind: 'model.ended' }>['data']): void {
    this.tokensUsed += usage.inputTokens + usage.outputTokens
    this.costUsd = this.costUsd === null || costUsd === null ? null : this.costUsd + costUsd
  }
}

const Pieces = z.object({ pieces: z.array(z.number()) })

import type { Draft } from '#shared/events/index.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import { costOf, type Price, tokensIn } from '#shared/pricing/pricing.ts'
import type { AskedEmbedding, Embedded } from '../../semantic-search/project-search.ts'
import type { RunMoney } from '../budgets/run-money.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RunServices } from '../context/run-services.ts'
import { explainError } from '../recording/explain-error.ts'
import type { RunLog } from '../recording/run-log.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { NO_USAGE } from './count-tokens.ts'
import type { Came } from './model-call.ts'

/** Parts of a run that an embedding call uses. */
export interface EmbeddingContext
  extends Pick<RunIdentity, 'signal'>,
    Pick<RunServices, 'providers' | 'ids'>,
    Pick<RunRecord, 'log'> {
  readonly money: RunMoney
}

/** The tool call that needs vectors. */
interface Asking {
  readonly spanId: SpanId
  readonly agentId: SpanId
  readonly name: string
}

interface Written {
  readonly spanId: SpanId
  readonly asking: Asking
  readonly asked: AskedEmbedding
}

/**
 * Asks an embedding model as a model call of the agent whose tool call needs it. Where no budget has
 * the money for it, it is not asked: that fails with `limit`.
 */
export async function callEmbedding(
  run: EmbeddingContext,
  asking: Asking,
  asked: AskedEmbedding,
  ask: () => Promise<Embedded>,
): Promise<Embedded> {
  using _reserved = await reserve(run, asked)
  const written = { spanId: run.ids.span(), asking, asked }
  await begin(run.log, written)
  try {
    const embedded = await ask()
    const { tokens: inputTokens, isEstimated } = embedded
    const usage = { ...NO_USAGE, inputTokens }
    await end(run, written, { outcome: 'ok', usage, isEstimated, tools: [asking.name] })
    return embedded
  } catch (error) {
    // A call that is cut off ends with its run, as that does.
    if (!run.signal.aborted) await end(run, written, failed(explainError(error, run.providers)))
    throw error
  }
}

async function reserve(
  { money, providers }: Pick<EmbeddingContext, 'money' | 'providers'>,
  { model, texts }: AskedEmbedding,
) {
  const inputTokens = texts.reduce((sum, text) => sum + tokensIn(text), 0)
  const price = await providers.priceOf(model, inputTokens, { isEmbedding: true })
  return money.reserveOptional({ model, price, inputTokens, outputTokens: 0 })
}

async function begin(log: RunLog, written: Written): Promise<void> {
  const { spanId, asking, asked } = written
  const { provider, model } = asked.model
  // The texts are the project's own, and in its files.
  const request = { messages: [], params: { texts: asked.texts.length } }
  const data = { provider, model, purpose: 'embedding', attempt: 1, request } as const
  const parentSpanId = asking.spanId
  const draft: Draft = {
    kind: 'model.started',
    spanId,
    parentSpanId,
    agentId: asking.agentId,
    data,
  }
  await log.open(spanId, draft, (outcome) => [toEnd(written, undefined, { ...failed(), outcome })])
}

async function end(
  { providers, money, log }: EmbeddingContext,
  written: Written,
  came: Came,
): Promise<void> {
  const { model } = written.asked
  const { inputTokens } = came.usage
  const price = await providers.priceOf(model, inputTokens, { isEmbedding: true })
  const draft = toEnd(written, price, came)
  money.spend(draft.data.costUsd)
  log.noteEnd(written.spanId, draft)
}

function toEnd(
  { spanId, asking: { agentId }, asked }: Written,
  price: Price | undefined,
  came: Came,
) {
  const { provider, model } = asked.model
  const unpriced = came.usage.inputTokens === 0 ? 0 : null
  const costUsd = price ? costOf(came.usage, price) : unpriced
  const data = { provider, model, ...came, costUsd, ...(price && { price }) }
  return { kind: 'model.ended', spanId, agentId, data } as const
}

/** A call that was never answered has used nothing. */
function failed(error?: string): Came {
  const came = { outcome: 'error', usage: NO_USAGE, isEstimated: false } as const
  return error === undefined ? came : { ...came, error }
}

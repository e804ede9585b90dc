import type { ModelInfo } from '@pydantic/genai-prices'
import type { Price } from '#shared/pricing/pricing.ts'
import { WorkerCalls } from '../../runtime/worker-entry.ts'
import type { Pricing } from '../define.ts'

/** Which list of prices, and which of its models. */
export type PriceListQuery = Pick<Extract<Pricing, { type: 'listed' }>, 'list' | 'prefix'>

/** What a price is asked for. */
export interface PricedRequest {
  readonly inputTokens: number
  readonly isEmbedding?: boolean
  /** Absent: the standard one. */
  readonly serviceTier?: string | undefined
}

/** A model as the price list has it. */
export interface ListedModel extends Pick<ModelInfo, 'id' | 'match' | 'prices'> {
  readonly contextTokens?: number
}

type Match = ModelInfo['match']
type Conditional = Extract<ModelInfo['prices'], readonly unknown[]>[number]
type Figures = Conditional['prices']

/** Loads parts of the bundled price list in a worker that ends with it. */
export async function loadPriceLists(
  queries: readonly PriceListQuery[],
): Promise<readonly (readonly ListedModel[])[]> {
  await using worker = new WorkerCalls<readonly PriceListQuery[], ListedModel[][]>({
    from: import.meta.url,
    name: 'prices',
  })
  return await worker.call(queries)
}

/** The model of that name; else the first that goes by such names. */
export function findListed(models: readonly ListedModel[], name: string): ListedModel | undefined {
  const lower = name.toLowerCase()
  return (
    models.find(({ id }) => id.toLowerCase() === lower) ??
    models.find(({ match }) => isMatch(match, lower))
  )
}

/**
 * What a request of `inputTokens` costs at `at` (milliseconds): long ones may cost more, and some
 * hours. An embedding has no output, and lists give no price for that.
 */
export function priceOf(
  { prices }: Pick<ListedModel, 'prices'>,
  {
    inputTokens,
    at,
    source,
    isEmbedding = false,
  }: PricedRequest & { readonly at: number; readonly source: string },
): Price | undefined {
  const figures = Array.isArray(prices) ? currentOf(prices, new Date(at)) : prices
  const read = (name: string) => figureAt(figures?.[name], inputTokens)
  const inputUsd = read('input_mtok')
  const outputUsd = read('output_mtok') ?? (isEmbedding ? 0 : undefined)
  if (inputUsd === undefined || outputUsd === undefined) return undefined
  const parts = PART_FIGURES.flatMap(([name, figure]) => {
    const usd = read(figure)
    return usd === undefined ? [] : [[name, usd] as const]
  })
  return { inputUsd, outputUsd, ...Object.fromEntries(parts), source }
}

/** The prices of parts of a usage, as the list names them. */
const PART_FIGURES = [
  ['cacheReadUsd', 'cache_read_mtok'],
  ['cacheWriteUsd', 'cache_write_mtok'],
  ['cacheWrite1hUsd', 'cache_write_1h_mtok'],
  ['audioInputUsd', 'input_audio_mtok'],
  ['cacheReadAudioUsd', 'cache_audio_read_mtok'],
  ['imageInputUsd', 'input_image_mtok'],
  ['audioOutputUsd', 'output_audio_mtok'],
  ['imageOutputUsd', 'output_image_mtok'],
  ['webSearchUsd', 'web_searches_kcount'],
] as const satisfies readonly (readonly [keyof Price, string])[]

/** No model's name is longer. The list's expressions may take time quadratic in its length. */
const MAX_NAME = 200

function isMatch(match: Match, name: string): boolean {
  if ('or' in match) return match.or.some((one) => isMatch(one, name))
  if ('and' in match) return match.and.every((one) => isMatch(one, name))
  if ('equals' in match) return name === match.equals.toLowerCase()
  if ('starts_with' in match) return name.startsWith(match.starts_with.toLowerCase())
  if ('ends_with' in match) return name.endsWith(match.ends_with.toLowerCase())
  if ('contains' in match) return name.includes(match.contains.toLowerCase())
  return name.length <= MAX_NAME && new RegExp(match.regex).test(name)
}

/** The last whose condition holds. */
function currentOf(prices: readonly Conditional[], now: Date): Figures | undefined {
  return (prices.findLast(({ constraint }) => holds(constraint, now)) ?? prices[0])?.prices
}

function holds(constraint: Conditional['constraint'], now: Date): boolean {
  if (!constraint) return true
  if (constraint.type === 'start_date') return now >= new Date(constraint.start_date)
  const time = secondsOf(now.toISOString().slice(11))
  const start = secondsOf(constraint.start_time)
  const end = secondsOf(constraint.end_time)
  return end < start ? time >= start || time < end : time >= start && time < end
}

/** `16:30:00Z`, or with another offset → seconds since midnight UTC. */
function secondsOf(time: string): number {
  const at = new Date(`1970-01-02T${time}`).getTime() / 1000
  return ((at % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
}

const DAY_SECONDS = 86_400

function figureAt(figure: Figures[string], inputTokens: number): number | undefined {
  if (figure === undefined || typeof figure === 'number') return figure
  return figure.tiers.findLast(({ start }) => inputTokens > start)?.price ?? figure.base
}

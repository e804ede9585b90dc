import type { ModelRef } from '#shared/events/value.ts'
import type { Price } from '#shared/pricing.ts'
import type { ProviderDefinition } from './define.ts'

type Listed = number | { readonly base: number; readonly tiers: readonly Tier[] } | undefined
interface Tier {
  readonly start: number
  readonly price: number
}

/**
 * What `model` costs by the bundled price list, for a request of `inputTokens` (long ones may cost
 * more). `undefined`: nobody knows. Loads the list the first time it is asked.
 */
export async function findPrice(
  provider: ProviderDefinition,
  model: ModelRef['model'],
  inputTokens: number,
): Promise<Price | undefined> {
  if (provider.pricedAs === 'free') return { inputUsd: 0, outputUsd: 0, source: 'scripted, free' }
  if (!provider.pricedAs) return undefined
  const { calcPrice } = await import('@pydantic/genai-prices')
  const found = calcPrice({ input_tokens: 1, output_tokens: 1 }, model, {
    providerId: provider.pricedAs,
  })
  return found ? toPrice(found.model_price, inputTokens) : undefined
}

function toPrice(listed: Readonly<Record<string, Listed>>, inputTokens: number): Price | undefined {
  const at = (name: string) => priceAt(listed[name], inputTokens)
  const inputUsd = at('input_mtok')
  const outputUsd = at('output_mtok')
  if (inputUsd === undefined || outputUsd === undefined) return undefined
  const cacheReadUsd = at('cache_read_mtok')
  const cacheWriteUsd = at('cache_write_mtok')
  return {
    inputUsd,
    outputUsd,
    ...(cacheReadUsd !== undefined && { cacheReadUsd }),
    ...(cacheWriteUsd !== undefined && { cacheWriteUsd }),
    source: 'genai-prices',
  }
}

function priceAt(listed: Listed, inputTokens: number): number | undefined {
  if (listed === undefined || typeof listed === 'number') return listed
  return listed.tiers.findLast(({ start }) => inputTokens > start)?.price ?? listed.base
}

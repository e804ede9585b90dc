import type { Model } from '#shared/contract/procedures/models.ts'
import { type Price, scalePrice } from '#shared/pricing/pricing.ts'
import type { OwnModel, Settings } from '#shared/settings/settings.ts'
import type { Pricing, ProviderDefinition } from '../define.ts'
import type { ServedModel } from './list-models.ts'
import {
  findListed,
  type ListedModel,
  loadPriceLists,
  type PricedRequest,
  priceOf,
} from './price-list.ts'

/** The source of what a person entered. */
export const OWN_PRICE = 'your settings'
/** Who says it where the server itself does. */
export const SERVER = 'its server'
/** The bundled price list, and the day its version was released. */
export const PRICE_LIST = { source: 'genai-prices', version: '0.1.8', asOf: '2026-09-23' } as const

/** What a model takes in, in tokens. */
export interface Context {
  readonly tokens: number
  readonly source: string
}

interface CatalogueOptions {
  readonly providers: readonly ProviderDefinition[]
  readonly readSettings: () => Settings
}

/** What is known of models: first what a person says of them, then what the price list does. */
export class Catalogue {
  readonly #options: CatalogueOptions
  #lists: Promise<ReadonlyMap<string, readonly ListedModel[]>> | undefined

  constructor(options: CatalogueOptions) {
    this.#options = options
  }

  /** The models of a provider: what it is known or was found to have, and what a person added. */
  async modelsOf(provider: ProviderDefinition, served: readonly ServedModel[]): Promise<Model[]> {
    const known = new Map(provider.models.map(({ id, label }) => [id, label]))
    const own = Object.keys(this.#options.readSettings().models)
      .filter((name) => name.startsWith(`${provider.id}:`))
      .map((name) => name.slice(provider.id.length + 1))
    const ids = new Set([...known.keys(), ...served.map(({ id }) => id), ...own])
    const describe = (id: string) =>
      this.#describe(provider, known.get(id) ?? id, served.find((one) => one.id === id) ?? { id })
    return Promise.all([...ids].map(describe))
  }

  /** How many tokens a request to a model may have, and who says so; `undefined`: nobody does. */
  async contextOf(
    provider: ProviderDefinition,
    { id: model, contextTokens: served }: ServedModel,
  ): Promise<Context | undefined> {
    const own = this.#own(provider, model)?.contextTokens
    if (own !== undefined) return { tokens: own, source: OWN_PRICE }
    if (served !== undefined) return { tokens: served, source: SERVER }
    const listed = (await this.#find(provider, model))?.contextTokens
    if (listed !== undefined) return { tokens: listed, source: PRICE_LIST.source }
    const known = provider.models.find(({ id }) => id === model)?.contextTokens
    return known === undefined ? undefined : { tokens: known, source: provider.label }
  }

  /** What a request of so many tokens costs; `undefined`: nobody knows. */
  async priceOf(
    provider: ProviderDefinition,
    model: string,
    request: PricedRequest,
  ): Promise<Price | undefined> {
    const own = this.#own(provider, model)?.price
    if (own) return { ...own, source: OWN_PRICE }
    const { pricing } = provider
    if (pricing?.type === 'free') return { inputUsd: 0, outputUsd: 0, source: pricing.source }
    const listed = await this.#find(provider, model)
    const { source, asOf } = PRICE_LIST
    const whose = pricing?.prefix === undefined ? source : `${source}, by ${pricing.list}`
    const price = listed && priceOf(listed, { ...request, at: Date.now(), source: whose })
    return price && inTier({ ...price, asOf }, request.serviceTier, pricing)
  }

  async #describe(
    provider: ProviderDefinition,
    label: string,
    served: ServedModel,
  ): Promise<Model> {
    const { id } = served
    const [context, price] = await Promise.all([
      this.contextOf(provider, served),
      this.priceOf(provider, id, { inputTokens: 0 }),
    ])
    return {
      name: `${provider.id}:${id}`,
      label: this.#own(provider, id)?.label ?? label,
      ...(context && { contextTokens: context.tokens, contextSource: context.source }),
      ...(price && { price }),
    }
  }

  #own({ id }: ProviderDefinition, model: string): OwnModel | undefined {
    return this.#options.readSettings().models[`${id}:${model}`]
  }

  async #find(
    { id, pricing }: ProviderDefinition,
    model: string,
  ): Promise<ListedModel | undefined> {
    if (pricing?.type !== 'listed') return undefined
    this.#lists ??= this.#load()
    return findListed((await this.#lists).get(id) ?? [], `${pricing.prefix ?? ''}${model}`)
  }

  async #load(): Promise<ReadonlyMap<string, readonly ListedModel[]>> {
    const priced = this.#options.providers.flatMap(({ id, pricing }) =>
      pricing?.type === 'listed' ? [{ id, pricing }] : [],
    )
    try {
      const lists = await loadPriceLists(priced.map(({ pricing }) => pricing))
      return new Map(priced.map(({ id }, index) => [id, lists[index] ?? []]))
    } catch (error) {
      // The next to ask tries again.
      this.#lists = undefined
      throw error
    }
  }
}

/** Returns the price in a service tier; `undefined`: nobody knows what that tier costs. */
function inTier(
  price: Price,
  tier: string | undefined,
  pricing: Pricing | undefined,
): Price | undefined {
  if (tier === undefined) return price
  const factor = pricing?.type === 'listed' ? pricing.tiers?.[tier] : undefined
  if (factor === undefined) return undefined
  return { ...scalePrice(price, factor), source: `${price.source}, ${tier} tier` }
}

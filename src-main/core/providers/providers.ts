import { unescape as decodePercent } from 'node:querystring'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { Model, Provider } from '#shared/contract/models.ts'
import { AppError } from '#shared/error.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { Price } from '#shared/pricing.ts'
import { ModelName, type Settings, splitModelName } from '#shared/settings.ts'
import type { SecretStore } from '../secrets.ts'
import { compatible } from './compatible.ts'
import type { ProviderDefinition } from './define.ts'
import { providers as allProviders } from './index.ts'
import { findPrice } from './prices.ts'
import { watchedFetch } from './watched-fetch.ts'

export interface ProvidersOptions {
  readonly secrets: Pick<SecretStore, 'find'>
  readonly readSettings: () => Settings
  readonly env: Readonly<Record<string, string | undefined>>
  /** Between two pieces of a scripted answer. */
  readonly demoDelayMs?: number
  /** How long a stream may say nothing before it counts as stalled. */
  readonly streamIdleMs?: number
  readonly providers?: readonly ProviderDefinition[]
}

/** Where a key that was entered lies, as a person would say it. */
const SECRET_STORE = 'Orrery’s own store'
const DEMO_DELAY_MS = 35
const STREAM_IDLE_MS = 120_000
const LISTING_TIMEOUT_MS = 1500

interface FoundKey {
  readonly key: string
  readonly source: string
}

/** The providers as they stand: their keys, addresses, models and prices. Asks nothing of a network but `list`. */
export class Providers {
  readonly #options: ProvidersOptions
  readonly #definitions: readonly ProviderDefinition[]
  /** What no text may repeat, of every connection there was. */
  readonly #secrets = new Set<string>()

  constructor(options: ProvidersOptions) {
    this.#options = options
    this.#definitions = options.providers ?? allProviders
  }

  /** Every provider; that of a compatible server with the models the server names, if it answers soon. */
  list(): Promise<Provider[]> {
    return Promise.all(this.#definitions.map((definition) => this.#describe(definition)))
  }

  /** A model by `provider:model`, reached at `baseUrl` where that is given. Fails with `not-found` and what there is to choose from. */
  findModel(name: string, baseUrl?: string): ModelRef {
    const parsed = ModelName.safeParse(name)
    const ids = this.#definitions.map(({ id }) => id).join(', ')
    if (!parsed.success) {
      const message = `"${name}" does not name a model. Write PROVIDER:MODEL, with a provider of ${ids}.`
      throw new AppError('invalid-input', message)
    }
    const ref = splitModelName(parsed.data)
    const definition = this.#get(ref.provider)
    if (definition.isScripted && !definition.models.some(({ id }) => id === ref.model)) {
      const known = definition.models.map(({ id }) => `${definition.id}:${id}`).join(', ')
      throw new AppError('not-found', `There is no model "${name}". There is ${known}.`)
    }
    return { ...ref, ...(baseUrl !== undefined && { baseUrl }) }
  }

  /** The first model of the only real provider that has a key; `undefined` where that is none or several. */
  async defaultModel(): Promise<ModelRef | undefined> {
    const described = await this.list()
    const ready = described.filter(({ isReady, isScripted }) => isReady && !isScripted)
    const name = ready.length === 1 ? ready[0]?.models[0]?.name : undefined
    return name === undefined ? undefined : this.findModel(name)
  }

  /** The first model that the compatible server at `baseUrl` names. Fails where it names none. */
  async getServedModel(baseUrl: string): Promise<ModelRef> {
    const { id: provider } = compatible
    const [model] = await listServed(baseUrl, (await this.#findKey(compatible))?.key)
    if (model !== undefined) return { provider, model, baseUrl }
    const message = `The server at ${baseUrl} names no models. Name one as ${provider}:MODEL.`
    throw new AppError('invalid-input', message)
  }

  /** Fails with a sentence where something is missing: a key, an address. */
  async checkReady(ref: ModelRef): Promise<void> {
    await this.#connect(ref)
  }

  /** Loads the provider's client; only an agent that runs needs one. */
  async create(ref: ModelRef): Promise<BaseChatModel> {
    const { definition, key, baseUrl } = await this.#connect(ref)
    const { demoDelayMs = DEMO_DELAY_MS, streamIdleMs = STREAM_IDLE_MS } = this.#options
    return definition.create(ref.model, {
      ...(key !== undefined && { key }),
      ...(baseUrl !== undefined && { baseUrl }),
      fetch: watchedFetch({ idleMs: streamIdleMs }),
      delayMs: demoDelayMs,
    })
  }

  /** A text of a provider or of its client, without the keys and passwords it was reached with. */
  redact(text: string): string {
    const longestFirst = [...this.#secrets].toSorted((a, b) => b.length - a.length)
    return longestFirst.reduce((redacted, secret) => redacted.replaceAll(secret, '[key]'), text)
  }

  /** What a request of so many tokens costs with this model; `undefined`: nobody knows. */
  async priceOf(ref: ModelRef, inputTokens = 0): Promise<Price | undefined> {
    const definition = this.#definitions.find(({ id }) => id === ref.provider)
    return definition && findPrice(definition, ref.model, inputTokens)
  }

  #get(id: string): ProviderDefinition {
    const definition = this.#definitions.find((one) => one.id === id)
    if (definition) return definition
    const ids = this.#definitions.map((one) => one.id).join(', ')
    throw new AppError('not-found', `There is no provider "${id}". There are ${ids}.`)
  }

  async #connect({ provider, baseUrl: own }: ModelRef) {
    const definition = this.#get(provider)
    const found = await this.#findKey(definition)
    const baseUrl = own ?? this.#baseUrl(definition)
    if (definition.needsKey && !found) throw missingKey(definition)
    if (definition.needsBaseUrl && !baseUrl) throw missingBaseUrl(definition)
    for (const secret of secretsOf(found?.key, baseUrl)) this.#secrets.add(secret)
    return { definition, key: found?.key, baseUrl }
  }

  async #findKey({ id, keyEnv }: ProviderDefinition): Promise<FoundKey | undefined> {
    const fromEnv = keyEnv && this.#options.env[keyEnv]
    if (fromEnv) return { key: fromEnv, source: `${keyEnv} in the environment` }
    const key = await this.#options.secrets.find(id)
    return key === undefined ? undefined : { key, source: SECRET_STORE }
  }

  /** A key that can't be read any more is as good as none; whoever needs it is told by `#findKey`. */
  async #findUsableKey(definition: ProviderDefinition): Promise<FoundKey | undefined> {
    try {
      return await this.#findKey(definition)
    } catch (error) {
      if (AppError.is(error) && error.code === 'unavailable') return undefined
      throw error
    }
  }

  #baseUrl({ id, baseUrlEnv }: ProviderDefinition): string | undefined {
    const fromEnv = baseUrlEnv && this.#options.env[baseUrlEnv]
    return this.#options.readSettings().baseUrls[id] ?? (fromEnv || undefined)
  }

  async #describe(definition: ProviderDefinition): Promise<Provider> {
    const { id, label, isScripted, needsKey, needsBaseUrl } = definition
    const found = await this.#findUsableKey(definition)
    const baseUrl = this.#baseUrl(definition)
    return {
      id,
      label,
      isScripted,
      needsKey,
      needsBaseUrl,
      ...(found && { keySource: found.source }),
      ...(baseUrl && { baseUrl }),
      isReady: (!needsKey || found !== undefined) && (!needsBaseUrl || baseUrl !== undefined),
      models: await this.#models(definition, baseUrl, found?.key),
    }
  }

  async #models(definition: ProviderDefinition, baseUrl?: string, key?: string): Promise<Model[]> {
    if (definition.needsBaseUrl) {
      const ids = baseUrl ? await listServed(baseUrl, key) : []
      return ids.map((id) => ({ name: `${definition.id}:${id}`, label: id }))
    }
    return Promise.all(
      definition.models.map(async ({ id, label, contextTokens }) => {
        const price = await findPrice(definition, id, 0)
        return { name: `${definition.id}:${id}`, label, contextTokens, ...(price && { price }) }
      }),
    )
  }
}

/** Shorter ones hide nothing, and are found in every text. */
const MIN_SECRET_CHARS = 4

/** As they are, and as an address has them. */
function secretsOf(key = '', baseUrl = ''): readonly string[] {
  const { username = '', password = '' } = URL.parse(baseUrl) ?? {}
  const all = [key, username, password, decodePercent(username), decodePercent(password)]
  return all.filter((secret) => secret.length >= MIN_SECRET_CHARS)
}

function missingKey({ id, label, keyEnv }: ProviderDefinition): AppError {
  const where = keyEnv
    ? `Set ${keyEnv}, or add the key in the settings.`
    : 'Add it in the settings.'
  return new AppError('unavailable', `${label} needs a key. ${where}`, { data: { provider: id } })
}

function missingBaseUrl({ id, label, baseUrlEnv }: ProviderDefinition): AppError {
  const message = `${label} needs a base address, such as http://localhost:1234/v1. Give --base-url, set ${baseUrlEnv}, or add it in the settings.`
  return new AppError('unavailable', message, { data: { provider: id } })
}

/** The ids a compatible server lists; none where it does not answer in time or in another way. */
async function listServed(baseUrl: string, key: string | undefined): Promise<string[]> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/models`, {
      signal: AbortSignal.timeout(LISTING_TIMEOUT_MS),
      ...(key && { headers: { authorization: `Bearer ${key}` } }),
    })
    return toIds(await response.json())
  } catch {
    // A server that is off has no models to offer; a run against it says why.
    return []
  }
}

function toIds(body: unknown): string[] {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : []
  if (!Array.isArray(data)) return []
  return data.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string'
      ? [one.id]
      : [],
  )
}

import { unescape as decodePercent } from 'node:querystring'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { KeyCheck, Provider } from '#shared/contract/procedures/models.ts'
import type { ModelRef } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Price } from '#shared/pricing/pricing.ts'
import { ModelName, type Settings, splitModelName } from '#shared/settings/settings.ts'
import { Redactor } from '../../secrets/redactor.ts'
import type { SecretStore } from '../../secrets/secret-encryption.ts'
import { findSecrets } from '../../secrets/secret-names.ts'
import type { ProviderDefinition } from '../define.ts'
import { compatible } from '../definitions/compatible.ts'
import { providers as allProviders } from '../definitions/index.ts'
import { askForModels, askForSlotContext, type Listed } from '../model-catalogue/list-models.ts'
import { Catalogue, type Context, SERVER } from '../model-catalogue/model-catalogue.ts'
import type { PricedRequest } from '../model-catalogue/price-list.ts'
import { watchedFetch } from '../network/idle-timeout-fetch.ts'
import { Network } from '../network/network.ts'
import { sameHostFetch } from '../network/same-host-fetch.ts'
import {
  type FoundKey,
  findAnswer,
  findKey,
  findUsableKey,
  type KeyPlaces,
  TAVILY,
} from './provider-keys.ts'

export interface ProvidersOptions {
  readonly secrets: Pick<SecretStore, 'find' | 'readOnce'>
  readonly readSettings: () => Settings
  readonly env: Readonly<Record<string, string | undefined>>
  /** Between two pieces of a scripted answer. */
  readonly demoDelayMs?: number
  /** How long a stream may say nothing before it counts as stalled. */
  readonly streamIdleMs?: number
  readonly providers?: readonly ProviderDefinition[]
}

const DEMO_DELAY_MS = 35
const STREAM_IDLE_MS = 120_000
/** A model of this machine may have to be loaded first, and read slowly; undici gives up at 300 s. */
const LOCAL_IDLE_MS = 290_000
const LISTING_TIMEOUT_MS = 1500
const CHECK_TIMEOUT_MS = 5000

/**
 * The providers as they stand: their keys, addresses, models and prices. Asks something of a network
 * only for `list`, `check` and what follows from them; disposing it lets go of its connections.
 */
export class Providers implements AsyncDisposable {
  readonly #options: ProvidersOptions
  readonly #definitions: readonly ProviderDefinition[]
  readonly #catalogue: Catalogue
  readonly #network: Network
  /** Keys that are known: they are taken out of whatever is kept. */
  readonly secrets = new Redactor()
  /** What no text may repeat, of every connection there was. */
  readonly #secrets = new Set<string>()

  constructor(options: ProvidersOptions) {
    const { providers = allProviders, readSettings, env } = options
    this.#options = options
    this.#definitions = providers
    this.#catalogue = new Catalogue({ providers, readSettings })
    this.#network = new Network(env)
    for (const proxy of this.#network.proxies) this.#hide(undefined, proxy)
    for (const [name, value] of Object.entries(env)) {
      for (const secret of findSecrets(name, value ?? '')) this.secrets.hide(secret)
    }
  }

  /** Every provider; those whose server names its models with what it names, if it answers soon. */
  list(): Promise<Provider[]> {
    const secrets = this.#options.secrets.readOnce()
    return Promise.all(this.#definitions.map((definition) => this.#describe(definition, secrets)))
  }

  /** What a person calls a provider; what was since removed goes by its id. */
  labelOf(id: string): string {
    return this.#definitions.find((one) => one.id === id)?.label ?? id
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
    const definition = this.get(ref.provider)
    if (definition.isScripted && !definition.models.some(({ id }) => id === ref.model)) {
      const known = definition.models.map(({ id }) => `${definition.id}:${id}`).join(', ')
      throw new AppError('not-found', `There is no model "${name}". There is ${known}.`)
    }
    return { ...ref, ...(baseUrl !== undefined && { baseUrl }) }
  }

  /**
   * The first model of the only provider that a person set up; where there is none, of one that runs
   * on this machine. `undefined` where there is neither, or several.
   */
  async defaultModel(): Promise<ModelRef | undefined> {
    const described = await this.list()
    const ready = described.filter(({ isReady, isScripted }) => isReady && !isScripted)
    const isLocal = ({ id }: Provider) => this.get(id).isLocal
    const chosen = ready.filter((provider) => !isLocal(provider))
    const [only, ...others] = chosen.length > 0 ? chosen : ready
    const name = others.length === 0 ? only?.models[0]?.name : undefined
    return name === undefined ? undefined : this.findModel(name)
  }

  /** The first model that the compatible server at `baseUrl` names. Fails where it names none. */
  async getServedModel(baseUrl: string): Promise<ModelRef> {
    const { id: provider } = compatible
    const key = (await findUsableKey(compatible, this.#options))?.key
    const { models } = await this.#ask(compatible, { baseUrl, key, timeoutMs: LISTING_TIMEOUT_MS })
    const [model] = models
    if (model !== undefined) return { provider, model: model.id, baseUrl }
    const message = `The server at ${baseUrl} names no models. Name one as ${provider}:MODEL.`
    throw new AppError('invalid-input', message)
  }

  /** Fails with a sentence where something is missing: a key, an address. */
  async checkReady(ref: ModelRef): Promise<void> {
    await this.#connect(ref)
  }

  /** Tries a key, or the one that is found, against the provider itself. Bounded. */
  async check(id: string, given?: Pick<FoundKey, 'key' | 'variable'>): Promise<KeyCheck> {
    const definition = this.get(id)
    const found = given ?? (await this.#findKey(definition))
    if (definition.needsKey && found === undefined) throw missingKey(definition)
    const baseUrl = this.#baseUrl(definition)
    if (definition.needsBaseUrl && baseUrl === undefined) {
      return { status: 'unreachable', message: missingBaseUrl(definition).message }
    }
    if (definition.isScripted)
      return { status: 'accepted', message: `${definition.label} needs nothing.` }
    const asked = { baseUrl, ...found, timeoutMs: CHECK_TIMEOUT_MS }
    const { status, message } = await this.#ask(definition, asked)
    return { status, message: this.redact(message) }
  }

  /** Loads the provider's client; only an agent that runs needs one. */
  async create(ref: ModelRef): Promise<BaseChatModel> {
    const { definition, key, baseUrl } = await this.#connect(ref)
    const { demoDelayMs = DEMO_DELAY_MS, streamIdleMs } = this.#options
    const idleMs = streamIdleMs ?? (definition.isLocal ? LOCAL_IDLE_MS : STREAM_IDLE_MS)
    const context = await this.#contextOf(definition, { id: ref.model, key, baseUrl })
    const model = await definition.create(ref.model, {
      ...(key !== undefined && { key }),
      baseUrl,
      fetch: watchedFetch({ idleMs, fetch: sameHostFetch(this.#network.fetch) }),
      delayMs: demoDelayMs,
      ...(context && { contextTokens: context.tokens }),
    })
    return withContext(model, context)
  }

  /** The way to servers of any kind, through the proxies there are. */
  get fetch(): typeof globalThis.fetch {
    return this.#network.fetch
  }

  /** Where a model is reached, and the key for it. Fails with a sentence where something is missing. */
  async reach(ref: ModelRef): Promise<{ readonly baseUrl: string; readonly key?: string }> {
    const { baseUrl, key } = await this.#connect(ref)
    return { baseUrl, ...(key !== undefined && { key }) }
  }

  /** The key of a service that provides no models. It is known from then on: no text may repeat it. */
  async keyOf(service: Pick<ProviderDefinition, 'id' | 'keyEnvs'>): Promise<string | undefined> {
    const found = await findKey(service, this.#options)
    this.#hide(found?.key, undefined)
    return found?.key
  }

  /** Gets to know every key that was entered, so that none is kept anywhere else. */
  async learnSecrets(): Promise<void> {
    const keyed = [...this.#definitions, TAVILY]
    const places = { env: this.#options.env, secrets: this.#options.secrets.readOnce() }
    const found = await Promise.all(keyed.map((one) => findUsableKey(one, places)))
    for (const one of found) this.#hide(one?.key, undefined)
  }

  /** A text of a provider or of its client, without the keys and passwords it was reached with. */
  redact(text: string): string {
    const longestFirst = [...this.#secrets].toSorted((a, b) => b.length - a.length)
    return longestFirst.reduce((redacted, secret) => redacted.replaceAll(secret, '[key]'), text)
  }

  /** What a request of so many tokens costs with this model; `undefined`: nobody knows. */
  async priceOf(
    { provider, model }: ModelRef,
    inputTokens = 0,
    as: Omit<PricedRequest, 'inputTokens'> = {},
  ): Promise<Price | undefined> {
    const definition = this.#definitions.find(({ id }) => id === provider)
    return definition && this.#catalogue.priceOf(definition, model, { inputTokens, ...as })
  }

  /** Fails with `not-found` and what there is to choose from. */
  get(id: string): ProviderDefinition {
    const definition = this.#definitions.find((one) => one.id === id)
    if (definition) return definition
    const ids = this.#definitions.map((one) => one.id).join(', ')
    throw new AppError('not-found', `There is no provider "${id}". There are ${ids}.`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#network[Symbol.asyncDispose]()
  }

  async #connect({ provider, baseUrl: own }: ModelRef) {
    const definition = this.get(provider)
    const found = await this.#findKey(definition)
    const baseUrl = own ?? this.#baseUrl(definition)
    if (definition.needsKey && !found) throw missingKey(definition)
    if (definition.needsBaseUrl && !baseUrl) throw missingBaseUrl(definition)
    this.#hide(found?.key, baseUrl)
    return { definition, key: found?.key, baseUrl: baseUrl ?? definition.baseUrl }
  }

  /** Asks the server itself, bounded, where nobody else says what a model takes in. */
  async #contextOf(
    definition: ProviderDefinition,
    {
      id,
      key,
      baseUrl,
    }: { readonly id: string; readonly key: string | undefined; readonly baseUrl: string },
  ): Promise<Context | undefined> {
    const known = await this.#catalogue.contextOf(definition, { id })
    if (known || !definition.isListed) return known
    const listing = { baseUrl, key, timeoutMs: LISTING_TIMEOUT_MS }
    const [{ models }, slotTokens] = await Promise.all([
      this.#ask(definition, listing),
      askForSlotContext({ ...listing, fetch: sameHostFetch(this.#network.fetch) }),
    ])
    const served = models.find((one) => one.id === id) ?? { id }
    if (slotTokens !== undefined) return { tokens: slotTokens, source: SERVER }
    return this.#catalogue.contextOf(definition, served)
  }

  #hide(key: string | undefined, baseUrl: string | undefined): void {
    if (key !== undefined) this.secrets.hide(key)
    for (const secret of secretsOf(key, baseUrl)) this.#secrets.add(secret)
  }

  #findKey(definition: ProviderDefinition): Promise<FoundKey | undefined> {
    return findKey(definition, this.#options)
  }

  /** What was chosen; `undefined`: nothing. */
  #baseUrl({ id, baseUrlEnv, toBaseUrl }: ProviderDefinition): string | undefined {
    const fromEnv = baseUrlEnv && this.#options.env[baseUrlEnv]
    const found = fromEnv && toBaseUrl ? toBaseUrl(fromEnv) : fromEnv
    return this.#options.readSettings().baseUrls[id] ?? (found || undefined)
  }

  async #ask(
    definition: ProviderDefinition,
    asked: {
      readonly baseUrl?: string | undefined
      readonly key?: string | undefined
      readonly variable?: string | undefined
      readonly timeoutMs: number
    },
  ): Promise<Listed> {
    const baseUrl = asked.baseUrl ?? definition.baseUrl
    this.#hide(asked.key, baseUrl)
    return askForModels(definition, {
      ...asked,
      baseUrl,
      fetch: sameHostFetch(this.#network.fetch),
    })
  }

  async #describe(
    definition: ProviderDefinition,
    secrets: KeyPlaces['secrets'],
  ): Promise<Provider> {
    const { id, label, isScripted, needsKey, needsBaseUrl, isLocal, isListed } = definition
    const [keyEnv] = definition.keyEnvs
    const found = await findUsableKey(definition, { env: this.#options.env, secrets })
    const chosen = this.#baseUrl(definition)
    const baseUrl = chosen ?? (isLocal ? definition.baseUrl : undefined)
    const timeoutMs = LISTING_TIMEOUT_MS
    const served =
      isListed && baseUrl
        ? await this.#ask(definition, { baseUrl, key: found?.key, timeoutMs })
        : undefined
    const hasAll = (!needsKey || found !== undefined) && (!needsBaseUrl || baseUrl !== undefined)
    return {
      id,
      label,
      isScripted,
      needsKey,
      needsBaseUrl,
      ...(found && (await describeKey(definition, found, secrets))),
      ...(keyEnv !== undefined && { keyEnv }),
      ...(baseUrl && { baseUrl }),
      isReady: hasAll && (!isLocal || served?.status === 'accepted'),
      models: await this.#catalogue.modelsOf(definition, served?.models ?? []),
    }
  }
}

async function describeKey(
  definition: ProviderDefinition,
  { key, source }: FoundKey,
  secrets: KeyPlaces['secrets'],
) {
  const answer = await findAnswer(definition, key, secrets)
  const isUntried = answer === undefined
  const isRefused = answer === 'refused'
  return {
    keySource: source,
    ...(isUntried && { isUntried }),
    ...(isRefused && { isRefused }),
  }
}

/** deepagents sums a thread up by what its model's profile says it takes in; a getter says that. */
function withContext(model: BaseChatModel, context: Context | undefined): BaseChatModel {
  if (!context) return model
  const profile = { ...model.profile, maxInputTokens: context.tokens }
  return Object.defineProperty(model, 'profile', { value: profile })
}

/** Shorter ones hide nothing, and are found in every text. */
const MIN_SECRET_CHARS = 4

/** As they are, and as an address has them. */
function secretsOf(key = '', baseUrl = ''): readonly string[] {
  const { username = '', password = '' } = URL.parse(baseUrl) ?? {}
  const all = [key, username, password, decodePercent(username), decodePercent(password)]
  return all.filter((secret) => secret.length >= MIN_SECRET_CHARS)
}

function missingKey({ id, label, keyEnvs: [first] }: ProviderDefinition): AppError {
  const where = first ? `Set ${first}, or add the key in the settings.` : 'Add it in the settings.'
  return new AppError('unavailable', `${label} needs a key. ${where}`, {
    data: { provider: id, fault: 'auth' },
  })
}

function missingBaseUrl({ id, label, baseUrlEnv }: ProviderDefinition): AppError {
  const message = `${label} needs a base address, such as http://localhost:1234/v1. Give --base-url, set ${baseUrlEnv}, or add it in the settings.`
  return new AppError('unavailable', message, { data: { provider: id } })
}

import type { BaseChatModel } from '@langchain/core/language_models/chat_models'

/** A model that a provider is known to have. */
export interface KnownModel {
  readonly id: string
  readonly label: string
  readonly contextTokens: number
}

/** What a client needs to reach its provider. */
export interface Connection {
  readonly key?: string
  readonly baseUrl?: string
  /** Watches over streams; every client sends its requests through it. */
  readonly fetch: typeof globalThis.fetch
  /** Between two pieces of a scripted answer; real providers have no use for it. */
  readonly delayMs: number
}

/** Who provides models: what it needs, what it has, and how its client is made. */
export interface ProviderDefinition {
  readonly id: string
  readonly label: string
  /** Nothing it says comes from a model. */
  readonly isScripted: boolean
  readonly needsKey: boolean
  readonly needsBaseUrl: boolean
  /** The environment variable its key is looked for in, before the secret store. */
  readonly keyEnv?: string
  /** The environment variable its base address is looked for in, after the settings. */
  readonly baseUrlEnv?: string
  readonly models: readonly KnownModel[]
  /** Its name in the price list. `free`: it costs nothing. Absent: its prices are unknown. */
  readonly pricedAs?: string
  /** Loads LangChain's client, so call it only when an agent runs. */
  readonly create: (model: string, connection: Connection) => Promise<BaseChatModel>
}

export function defineProvider(provider: ProviderDefinition): ProviderDefinition {
  return provider
}

import { createHash, randomUUID } from 'node:crypto'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'

/** A model that a provider is known to have. What it costs and takes in, the catalogue knows. */
interface KnownModel {
  readonly id: string
  readonly label: string
  /** In tokens, where no package says it. */
  readonly contextTokens?: number
}

/** What a client needs to reach its provider. */
export interface Connection {
  readonly key?: string
  readonly baseUrl: string
  /** Obeys proxies and watches over streams; every client sends its requests through it. */
  readonly fetch: typeof globalThis.fetch
  /** How much a person says that the model takes in. */
  readonly contextTokens?: number
  /** Between two pieces of a scripted answer; real providers have no use for it. */
  readonly delayMs: number
}

/** Where a provider lists its models: the cheapest that it asks a key for. */
interface Listing {
  /** From the base address on. */
  readonly path: string
  readonly headers: (key: string) => Readonly<Record<string, string>>
}

/** Where prices come from. */
export type Pricing =
  | { readonly type: 'free'; readonly source: string }
  | {
      readonly type: 'listed'
      /** Its name in the price list. */
      readonly list: string
      /** Stands before its models' names there. */
      readonly prefix?: string
      /** How much of the listed price its service tiers cost; a call in any other has no known price. */
      readonly tiers?: Readonly<Record<string, number>>
    }

/** Who provides models: what it needs, what it has, and how its client is made. */
export interface ProviderDefinition {
  readonly id: string
  readonly label: string
  /** Nothing it says comes from a model. */
  readonly isScripted: boolean
  readonly needsKey: boolean
  /** It has no address of its own. */
  readonly needsBaseUrl: boolean
  /** It runs on this machine, and is there where it answers. */
  readonly isLocal: boolean
  /** Its models are those that its server names. */
  readonly isListed: boolean
  /** Its own address. */
  readonly baseUrl: string
  /** The environment variables its key is looked for in, in this order, before the secret store. */
  readonly keyEnvs: readonly string[]
  /** The environment variable its base address is looked for in, after the settings. */
  readonly baseUrlEnv?: string
  /** What is found there may be less than an address. */
  readonly toBaseUrl?: (found: string) => string
  readonly models: readonly KnownModel[]
  readonly listing: Listing
  /** Absent: its prices are unknown. */
  readonly pricing?: Pricing
  /** Loads LangChain's client, so call it only when an agent runs. */
  readonly create: (model: string, connection: Connection) => Promise<BaseChatModel>
}

/** As most list their models: OpenAI's way. */
const openAiListing: Listing = {
  path: '/models',
  headers: (key) => ({ authorization: `Bearer ${key}` }),
}

const usual = {
  isScripted: false,
  needsKey: true,
  needsBaseUrl: false,
  isLocal: false,
  isListed: false,
  baseUrl: '',
  keyEnvs: [],
  listing: openAiListing,
} as const satisfies Partial<ProviderDefinition>

type Given = Partial<ProviderDefinition> & Omit<ProviderDefinition, keyof typeof usual>

/** What is not said is as with most: a key and no address is needed, models are listed OpenAI's way. */
export function defineProvider(provider: Given): ProviderDefinition {
  return { ...usual, ...provider }
}

/** Ids of tool calls that nearly every server accepts: Anthropic's alphabet, OpenAI's length. */
export const CALL_ID = /^[\w-]{1,40}$/

/** Mistral accepts no other ids. */
const CHARS = 9

/** An id that every server accepts. */
export function newCallId(): string {
  return randomUUID().replaceAll('-', '').slice(0, CHARS)
}

/** An id that every server accepts: the same for the same id each time. */
export function toShortId(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, CHARS)
}

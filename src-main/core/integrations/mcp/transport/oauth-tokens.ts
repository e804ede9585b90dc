import {
  type OAuthClientProvider,
  UnauthorizedError,
} from '@modelcontextprotocol/sdk/client/auth.js'
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import { z } from 'zod'
import { parseJson } from '#shared/lib/json.ts'
import type { SecretStore } from '../../../secrets/secret-encryption.ts'

/** What a sign-in has brought: who we are to the server, and what it lets us in with. */
const StoredAuthorization = z.object({
  client: z.looseObject({ client_id: z.string() }).optional(),
  tokens: z.looseObject({ access_token: z.string(), token_type: z.string() }).optional(),
})
type StoredAuthorization = z.infer<typeof StoredAuthorization>

export interface KeeperOptions {
  readonly secrets: Pick<SecretStore, 'find' | 'set' | 'remove'>
  /** Under which name it is kept. */
  readonly name: string
  /** Told of each token that nobody else is to see. */
  readonly hide: (secret: string) => void
  /** Where the person is sent back to; without it nobody is sent anywhere. */
  readonly redirect?: { readonly url: string; readonly state: string }
}

/**
 * Keeps what an OAuth server gives us with the keys. Tokens that have run out are renewed by themselves;
 * where that needs a person, `asked` says where they would have to go on.
 */
export class OAuthKeeper implements OAuthClientProvider {
  readonly #options: KeeperOptions
  /** Before what is kept: a registration holds for one way back only. */
  #fresh: StoredAuthorization = {}
  #verifier = ''
  asked: URL | undefined

  constructor(options: KeeperOptions) {
    this.#options = options
  }

  static async findTokens({ secrets, name }: Pick<KeeperOptions, 'secrets' | 'name'>) {
    return (await read(secrets, name)).tokens
  }

  get redirectUrl(): string {
    return this.#options.redirect?.url ?? 'http://127.0.0.1/'
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Orrery',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }

  state(): string {
    return this.#options.redirect?.state ?? ''
  }

  async clientInformation(): Promise<OAuthClientInformationMixed | undefined> {
    if (this.#options.redirect) return this.#fresh.client
    const { client } = await this.#read()
    // We introduce ourselves to a server where a person signs in, and not before.
    if (!client) throw new UnauthorizedError('Nobody has signed in.')
    return client
  }

  async saveClientInformation(client: OAuthClientInformationMixed): Promise<void> {
    this.#fresh = { ...this.#fresh, client: StoredAuthorization.shape.client.parse(client) }
    if ('client_secret' in client && client.client_secret) this.#options.hide(client.client_secret)
  }

  async tokens(): Promise<OAuthTokens | undefined> {
    // Who signs in anew is somebody else, perhaps.
    if (this.#options.redirect) return this.#fresh.tokens
    const { tokens } = await this.#read()
    if (tokens) this.#hide(tokens)
    return tokens
  }

  async saveTokens(tokens: OAuthTokens): Promise<void> {
    this.#hide(tokens)
    const kept = { ...(await this.#read()), ...this.#fresh, tokens }
    this.#fresh = this.#options.redirect ? { ...this.#fresh, tokens: parseTokens(tokens) } : {}
    await this.#options.secrets.set(this.#options.name, JSON.stringify(kept))
  }

  redirectToAuthorization(url: URL): void {
    this.asked = url
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  /** What the server does not take any more is forgotten. */
  async invalidateCredentials(scope: string): Promise<void> {
    if (scope === 'verifier' || scope === 'discovery') return
    this.#fresh = {}
    const { secrets, name, redirect } = this.#options
    if (!redirect) await secrets.remove(name)
  }

  #hide({ access_token, refresh_token }: OAuthTokens): void {
    this.#options.hide(access_token)
    if (refresh_token) this.#options.hide(refresh_token)
  }

  #read(): Promise<StoredAuthorization> {
    return read(this.#options.secrets, this.#options.name)
  }
}

function parseTokens(tokens: OAuthTokens): StoredAuthorization['tokens'] {
  return StoredAuthorization.shape.tokens.parse(tokens)
}

/** What can't be read any more was never there: the person signs in again. */
async function read(secrets: KeeperOptions['secrets'], name: string): Promise<StoredAuthorization> {
  const text = await secrets.find(name).catch(() => undefined)
  if (text === undefined) return {}
  const parsed = StoredAuthorization.safeParse(parseJson(text))
  return parsed.success ? parsed.data : {}
}

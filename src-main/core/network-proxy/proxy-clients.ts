import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { NetworkPolicy } from './open-route.ts'

/** What a client sends as `Proxy-Authorization`. Disposing closes its connections and refuses new ones. */
export interface ProxyAccess extends Disposable {
  readonly username: string
  readonly password: string
}

/** A client with a policy of its own, and its open connections. */
export class ProxyClient {
  readonly policy: NetworkPolicy
  readonly password = randomBytes(32).toString('hex')
  readonly #connections = new Set<Duplex>()

  constructor(policy: NetworkPolicy) {
    this.policy = policy
  }

  /** Closes the connection when the client's access ends. */
  own(connection: Duplex): void {
    if (this.#connections.has(connection)) return
    this.#connections.add(connection)
    connection.once('close', () => this.#connections.delete(connection))
  }

  closeConnections(): void {
    for (const connection of this.#connections) connection.destroy()
  }
}

/** Who may use the proxy: without a secret, every process of this machine could. */
export class ProxyClients {
  readonly #clients = new Map<string, ProxyClient>()

  admit(policy: NetworkPolicy): ProxyAccess {
    const username = randomBytes(8).toString('hex')
    const client = new ProxyClient(policy)
    this.#clients.set(username, client)
    return {
      username,
      password: client.password,
      [Symbol.dispose]: () => {
        this.#clients.delete(username)
        client.closeConnections()
      },
    }
  }

  /** Returns the client that a `Proxy-Authorization` header belongs to. */
  find(header: string | undefined): ProxyClient | undefined {
    const [scheme = '', encoded = ''] = (header ?? '').split(' ')
    if (scheme.toLowerCase() !== 'basic') return undefined
    const text = Buffer.from(encoded, 'base64').toString()
    const colon = text.indexOf(':')
    const client = this.#clients.get(text.slice(0, colon))
    return client && isEqual(client.password, text.slice(colon + 1)) ? client : undefined
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

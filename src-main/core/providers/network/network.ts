import { readFile } from 'node:fs/promises'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { AppError } from '#shared/lib/app-error.ts'
import { WorkerCalls } from '../../runtime/worker-entry.ts'

/** Never asked of a proxy: it would look for them on its own machine. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

type Dispatcher = NonNullable<RequestInit['dispatcher']>
type Env = Readonly<Record<string, string | undefined>>

/** The way to providers: through the proxies the environment names, trusting whom the system trusts. */
export class Network implements AsyncDisposable {
  readonly #env: Env
  #dispatcher: Promise<Dispatcher> | undefined

  constructor(env: Env) {
    this.#env = env
  }

  /** As the global one, but for proxies and certificates. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const { protocol } = new URL(input instanceof Request ? input.url : input)
    if (protocol === 'http:' && !this.#proxy('http')) return fetch(input, init)
    return fetch(input, { ...init, dispatcher: await this.#open() })
  }

  /** Addresses of the proxies that requests go through. */
  get proxies(): readonly string[] {
    return [this.#proxy('http'), this.#proxy('https')].filter(Boolean)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = await this.#dispatcher?.catch(() => undefined)
    await opened?.destroy()
  }

  #open(): Promise<Dispatcher> {
    this.#dispatcher ??= this.#create()
    return this.#dispatcher
  }

  async #create(): Promise<Dispatcher> {
    try {
      const [{ EnvHttpProxyAgent }, secureContext] = await Promise.all([
        import('undici'),
        openSecureContext(this.#env['NODE_EXTRA_CA_CERTS']),
      ])
      const tls = { secureContext }
      const agent = new EnvHttpProxyAgent({
        httpProxy: this.#proxy('http'),
        httpsProxy: this.#proxy('https'),
        noProxy: this.#exempt(),
        connect: tls,
        requestTls: tls,
        proxyTls: tls,
      })
      // The types that Node's `fetch` is described with are of an older undici: it takes this one too.
      return agent as unknown as Dispatcher
    } catch (error) {
      // The next request tries again.
      this.#dispatcher = undefined
      throw error
    }
  }

  /** Empty: none. What is absent here, undici would look for in the process itself. */
  #proxy(protocol: 'http' | 'https'): string {
    return this.#read(`${protocol}_proxy`)
  }

  #exempt(): string {
    const named = this.#read('no_proxy')
    return named.trim() === '*' ? '*' : [named, ...LOOPBACK].filter(Boolean).join(',')
  }

  #read(name: string): string {
    return this.#env[name] || this.#env[name.toUpperCase()] || ''
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Trusts whom Node trusts, whom the system trusts, and those in `extraPath` (`NODE_EXTRA_CA_CERTS`). */
async function openSecureContext(extraPath: string | undefined): Promise<SecureContext> {
  const [system, extra] = await Promise.all([readSystem(), readExtra(extraPath)])
  const all = [...getCACertificates('default'), ...system, ...extra]
  // Most are in more than one of these stores, and each costs time.
  const byContent = new Map(all.map((text) => [text.replaceAll(/\s/g, ''), text]))
  return createSecureContext({ ca: [...byContent.values()] })
}

async function readSystem(): Promise<readonly string[]> {
  await using worker = new WorkerCalls<undefined, string[]>({
    from: import.meta.url,
    name: 'certificates',
  })
  return await worker.call(undefined)
}

async function readExtra(path: string | undefined): Promise<readonly string[]> {
  if (!path) return []
  try {
    return (await readFile(path, 'utf8')).match(CERTIFICATE) ?? []
  } catch (cause) {
    const message = `The certificates named by NODE_EXTRA_CA_CERTS can't be read: ${path}. Correct it, or unset it.`
    throw new AppError('unavailable', message, { cause })
  }
}

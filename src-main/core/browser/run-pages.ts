import type { BrowserContext, Request, Route } from 'playwright-core'
import {
  type ConnectionError,
  type Destination,
  formatAuthority,
  toDestination,
} from '../network-proxy/destination.ts'
import type { NetworkPolicy } from '../network-proxy/open-route.ts'
import { AgentPage } from './agent-page.ts'
import { Reached } from './allowed-hosts.ts'
import type { Reach } from './define.ts'
import { explainRefusal, isRefusal } from './explain-failure.ts'

const ACT_MS = 10_000
const LOAD_MS = 30_000
/** How many failed connections are remembered; the oldest are dropped. */
const MAX_FAILURES = 200

/** The pages of one run, with cookies of their own. */
export class RunPages implements AsyncDisposable {
  readonly #reached: Reached
  readonly #newContext: (policy: NetworkPolicy) => Promise<BrowserContext>
  readonly #agents = new Map<string, AgentPage>()
  readonly #failures = new Map<string, ConnectionError>()
  readonly #policy: NetworkPolicy = {
    allowsHost: (to) => this.#reached.allowsHost(to),
    allowsAddress: (to, address) => this.#reached.allowsAddress(to, address),
    report: (to, failure) => this.#report(to, failure),
  }
  #context: Promise<BrowserContext> | undefined

  constructor(reach: Reach, newContext: (policy: NetworkPolicy) => Promise<BrowserContext>) {
    this.#reached = new Reached(reach)
    this.#newContext = newContext
  }

  of(agentId: string): AgentPage {
    const known = this.#agents.get(agentId)
    if (known) return known
    const page = new AgentPage({
      reached: this.#reached,
      findFailure: (url) => this.#findFailure(url),
      newPage: async () => (await this.#open()).newPage(),
    })
    this.#agents.set(agentId, page)
    return page
  }

  /** Its browser is gone. */
  lose(why: string): void {
    this.#context = undefined
    for (const page of this.#agents.values()) page.lose(why)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // What could not be opened has nothing to close.
    const context = await this.#context?.catch(() => undefined)
    await context?.close()
  }

  async #open(): Promise<BrowserContext> {
    this.#context ??= this.#create()
    try {
      return await this.#context
    } catch (error) {
      this.#context = undefined
      throw error
    }
  }

  async #create(): Promise<BrowserContext> {
    const context = await this.#newContext(this.#policy)
    context.setDefaultTimeout(ACT_MS)
    context.setDefaultNavigationTimeout(LOAD_MS)
    await context.route('**/*', (route, request) => this.#pass(route, request))
    await context.routeWebSocket(/.*/, (socket) => {
      const isAllowed = context
        .pages()
        .every((page) => this.#reached.allows({ url: socket.url(), from: page.url() }))
      if (isAllowed) socket.connectToServer()
      else void socket.close({ code: 1008 })
    })
    return context
  }

  async #pass(route: Route, request: Request): Promise<void> {
    const url = request.url()
    if (this.#reached.allows({ url, from: topOf(request) })) {
      await route.continue()
      return
    }
    this.#tell(explainRefusal(URL.parse(url)?.hostname || url))
    await route.abort('blockedbyclient')
  }

  #report(to: Destination, failure: ConnectionError): void {
    const key = formatAuthority(to)
    // Last in order.
    this.#failures.delete(key)
    this.#failures.set(key, failure)
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > MAX_FAILURES && oldest !== undefined) this.#failures.delete(oldest)
    if (isRefusal(failure)) this.#tell(explainRefusal(to.host, failure.address))
  }

  #findFailure(address: string): ConnectionError | undefined {
    const url = URL.parse(address)
    return url ? this.#failures.get(formatAuthority(toDestination(url))) : undefined
  }

  #tell(note: string): void {
    for (const page of this.#agents.values()) page.tell(note)
  }
}

/** The address of the page that makes a request, or none if the page is only being made. */
function topOf(request: Request): string {
  try {
    return request.frame().page().mainFrame().url()
  } catch {
    return ''
  }
}

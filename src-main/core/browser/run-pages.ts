import type { BrowserContext, Request, Route } from 'playwright-core'
import { AgentPage } from './agent-page.ts'
import type { Reach } from './define.ts'
import { cut } from './page-log.ts'
import { Reached } from './reach.ts'

const ACT_MS = 10_000
const LOAD_MS = 30_000

/** The pages of one run, with cookies of their own. */
export class RunPages implements AsyncDisposable {
  readonly #reached: Reached
  readonly #newContext: () => Promise<BrowserContext>
  readonly #agents = new Map<string, AgentPage>()
  #context: Promise<BrowserContext> | undefined

  constructor(reach: Reach, newContext: () => Promise<BrowserContext>) {
    this.#reached = new Reached(reach)
    this.#newContext = newContext
  }

  of(agentId: string): AgentPage {
    const known = this.#agents.get(agentId)
    if (known) return known
    const page = new AgentPage({
      reached: this.#reached,
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
    const context = await this.#newContext()
    context.setDefaultTimeout(ACT_MS)
    context.setDefaultNavigationTimeout(LOAD_MS)
    await context.route('**/*', (route, request) => this.#pass(route, request))
    await context.routeWebSocket(/.*/, (socket) => {
      const isAllowed = context
        .pages()
        .every((page) =>
          this.#reached.allows({ url: socket.url(), from: page.url(), isTop: false }),
        )
      if (isAllowed) socket.connectToServer()
      else void socket.close({ code: 1008 })
    })
    return context
  }

  async #pass(route: Route, request: Request): Promise<void> {
    const url = request.url()
    if (this.#reached.allows({ url, ...placeOf(request) })) {
      await route.continue()
      return
    }
    for (const page of this.#agents.values()) {
      page.tell(`A page was kept from ${cut(url)}. Where you need it, open that address.`)
    }
    await route.abort('blockedbyclient')
  }
}

/** Which page asks, and whether for another in its place. */
function placeOf(request: Request): { readonly from: string; readonly isTop: boolean } {
  // A page that is being made has no frame yet: it asks for itself.
  const frame = frameOf(request)
  if (!frame) return { from: '', isTop: true }
  const top = frame.page().mainFrame()
  return { from: top.url(), isTop: request.isNavigationRequest() && frame === top }
}

function frameOf(request: Request) {
  try {
    return request.frame()
  } catch {
    return undefined
  }
}

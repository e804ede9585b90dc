import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#shared/lib/app-error.ts'
import type { Clock } from '../../runtime/clock.ts'
import { orAborted } from '../../runtime/or-aborted.ts'
import type { Args } from '../../tools/definition/define-tool.ts'
import { CallBreaker } from './circuit-breaker.ts'
import { UntrustedError } from './configuration/configured-servers.ts'
import type { AnyResult, CallOptions, LiveOptions, LiveServer } from './live-server.ts'
import type { Patience } from './timeouts.ts'
import type { ToolListing } from './tools/read-tools.ts'
import { explainTrouble, wantsSignIn } from './transport/explain-failure.ts'

const NOTHING_LISTED: ToolListing = { tools: [], leftOut: [] }

/** How a server is, and since when. */
export interface Standing {
  readonly type: 'idle' | 'connecting' | 'ready' | 'failed' | 'sign-in' | 'untrusted'
  readonly since: number
  /** Why it is not there. */
  readonly error?: string
  /** When it is tried again by itself. */
  readonly retryAt?: number
}

type Hooks = Pick<LiveOptions, 'signal' | 'onToolsChanged' | 'onClosed' | 'onTrouble'>

export interface ConnectionOptions {
  readonly name: string
  readonly clock: Clock
  readonly patience: Patience
  /** Connects to it. What it fails with is explained already, but for the wish for a sign-in. */
  readonly open: (hooks: Hooks) => Promise<LiveServer>
  /** Its standing or its tools are others now. */
  readonly onDidChange: () => void
}

/**
 * One server: connected to when it is first needed, and again by itself, later each time, when it was
 * lost. No call is ever made twice.
 */
export class ServerConnection implements AsyncDisposable {
  readonly #options: ConnectionOptions
  #standing: Standing
  #live: LiveServer | undefined
  #resting: Promise<void> = Promise.resolve()
  #opening: Promise<void> | undefined
  /** Of the connection there is, or is to be. */
  #current = new AbortController()
  #breaker: CallBreaker
  #listed: ToolListing = NOTHING_LISTED
  #listedAt = Number.NEGATIVE_INFINITY
  #listing: Promise<void> | undefined
  #isOutdated = false
  #isProbing = false
  /** One after the other, without one that lasted in between. */
  #failures = 0
  #retry: NodeJS.Timeout | undefined
  #isDisposed = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#standing = { type: 'idle', since: options.clock.now() }
    this.#breaker = this.#createBreaker()
  }

  get standing(): Standing {
    return this.#standing
  }

  get version(): string | undefined {
    return this.#live?.version
  }

  /** What it listed last, also while it is away for a moment. */
  get listed(): ToolListing {
    return this.#live || !this.#isListOld() ? this.#listed : NOTHING_LISTED
  }

  /** Connects to it unless that was tried, and looks again what tools it has where that is long ago. */
  begin(): void {
    if (this.#live && this.#isListOld()) this.#refresh()
    if (this.#standing.type === 'idle' || this.#isGivenUp()) this.#open()
  }

  /** Connects to it where it wasn't trusted: it may be now. */
  reconsider(): void {
    if (this.#standing.type === 'untrusted') this.#open()
  }

  /** Answers once it is there, or is known not to be. */
  async settled(): Promise<void> {
    await this.#opening
  }

  /** Waits for its first attempt: a server that has failed before holds up nobody. */
  async firstSettled(): Promise<void> {
    if (this.#failures === 0) await this.#opening
  }

  /** Says why a sign-in did not come about. */
  tell(error: string): void {
    const { type } = this.#standing
    if (type === 'sign-in') this.#stand({ type, error })
  }

  /** Ends it until it is needed again; who needs it meanwhile waits for that. */
  async rest(): Promise<void> {
    const rested = this.#leave().finally(() => this.#stand({ type: 'idle' }))
    this.#resting = rested.catch(() => undefined)
    await rested
  }

  /** Ends it, and connects anew. */
  async restart(): Promise<void> {
    this.#failures = 0
    this.#breaker = this.#createBreaker()
    await this.#leave()
    this.#open()
    await this.settled()
  }

  /** Fails with a sentence where it can't be called. */
  async call(tool: string, args: Args, options: CallOptions): Promise<AnyResult> {
    const live = await this.#reach(options.signal)
    try {
      return await this.#breaker.call(() => live.call(tool, args, options), options.signal)
    } catch (error) {
      options.signal.throwIfAborted()
      const message = `${this.#name}: ${explainTrouble(error, live.transport)}`
      throw new AppError('unavailable', message, { cause: error })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    await this.#leave()
  }

  get #name(): string {
    return `The MCP server “${this.#options.name}”`
  }

  #createBreaker(): CallBreaker {
    return new CallBreaker(this.#options.patience, () => {
      if (this.#live) this.#lose(this.#live, 'It failed one call after the other.')
    })
  }

  async #reach(signal: AbortSignal): Promise<LiveServer> {
    await orAborted(this.#resting, signal)
    this.begin()
    if (this.#opening) await orAborted(this.#opening, signal)
    if (this.#live) return this.#live
    const { error = '', retryAt } = this.#standing
    const next =
      this.#standing.type === 'untrusted'
        ? 'A person can trust it in Settings › Trust.'
        : retryAt === undefined
          ? 'A person can see to it in Settings › MCP servers.'
          : 'It is tried again by itself.'
    const message = [`${this.#name} is not there.`, error, next].filter(Boolean).join(' ')
    throw new AppError('unavailable', message)
  }

  #open(): void {
    if (this.#isDisposed || this.#opening) return
    this.#clearRetry()
    const current = new AbortController()
    this.#current = current
    this.#stand({ type: 'connecting' })
    const opening = this.#connect(current.signal).finally(() => {
      if (this.#opening === opening) this.#opening = undefined
    })
    this.#opening = opening
  }

  async #connect(signal: AbortSignal): Promise<void> {
    let live: LiveServer | undefined
    try {
      live = await this.#options.open(this.#hooks(signal))
      const listed = await live.listTools(signal)
      signal.throwIfAborted()
      this.#live = live
      this.#note(listed)
      this.#stand({ type: 'ready' })
    } catch (error) {
      const why = explainTrouble(error, live?.transport)
      await live?.[Symbol.asyncDispose]()
      if (signal.aborted) return
      if (error instanceof UntrustedError) this.#stand({ type: 'untrusted', error: why })
      else this.#fail(wantsSignIn(error) ? 'sign-in' : 'failed', why)
    }
  }

  #hooks(signal: AbortSignal): Hooks {
    const ifLive = (act: (live: LiveServer) => void) => () => {
      if (this.#live && !signal.aborted) act(this.#live)
    }
    return {
      signal,
      onToolsChanged: ifLive(() => this.#refresh()),
      onClosed: ifLive((live) => this.#lose(live, explainTrouble(GONE, live.transport))),
      onTrouble: ifLive((live) => void this.#probe(live)),
    }
  }

  /** Something went wrong on the way: asks whether it is still there. */
  async #probe(live: LiveServer): Promise<void> {
    if (this.#isProbing) return
    this.#isProbing = true
    const isThere = await live.isThere()
    this.#isProbing = false
    if (!isThere && this.#live === live) this.#lose(live, 'It does not answer any more.')
  }

  #lose(live: LiveServer, why: string): void {
    this.#live = undefined
    this.#current.abort()
    void live[Symbol.asyncDispose]()
    const { clock, patience } = this.#options
    if (clock.now() - this.#standing.since > patience.mostRetryMs) this.#failures = 0
    this.#fail('failed', why)
  }

  #fail(type: 'failed' | 'sign-in', error: string): void {
    this.#failures += 1
    const { patience, clock } = this.#options
    if (type === 'sign-in' || this.#failures > patience.retries) {
      this.#stand({ type, error })
      return
    }
    const delayMs = Math.min(
      patience.firstRetryMs * 2 ** (this.#failures - 1),
      patience.mostRetryMs,
    )
    this.#retry = setTimeout(() => this.#open(), delayMs)
    this.#stand({ type, error, retryAt: clock.now() + delayMs })
  }

  /** What was listed stays for a while: it may be back in a moment. */
  async #leave(): Promise<void> {
    this.#clearRetry()
    this.#current.abort()
    const live = this.#live
    this.#live = undefined
    await Promise.all([this.#opening, live?.[Symbol.asyncDispose]()])
    this.#opening = undefined
  }

  /** Whoever asks again at once is told the same: each telling makes others ask. */
  #isGivenUp(): boolean {
    const { type, since } = this.#standing
    if (type !== 'failed' || this.#retry !== undefined) return false
    return this.#options.clock.now() - since > this.#options.patience.mostRetryMs
  }

  #clearRetry(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
  }

  #refresh(): void {
    this.#isOutdated = true
    this.#listing ??= this.#list().finally(() => {
      this.#listing = undefined
    })
  }

  async #list(): Promise<void> {
    while (this.#live && this.#isOutdated) {
      this.#isOutdated = false
      try {
        const { signal } = this.#current
        this.#note(await this.#live.listTools(signal))
        this.#options.onDidChange()
        // A server may say without end that it has others.
        await delay(this.#options.patience.relistMs, undefined, { signal })
      } catch {
        // What it listed before stands; if it is gone, that is told otherwise.
        return
      }
    }
  }

  #note(listed: ToolListing): void {
    this.#listed = listed
    this.#listedAt = this.#options.clock.now()
  }

  #isListOld(): boolean {
    const { clock, patience } = this.#options
    return clock.now() - this.#listedAt > patience.listMs
  }

  #stand(standing: Omit<Standing, 'since'>): void {
    if (this.#isDisposed) return
    this.#standing = { ...standing, since: this.#options.clock.now() }
    this.#options.onDidChange()
  }
}

const GONE = new AppError('unavailable', 'It is gone.')

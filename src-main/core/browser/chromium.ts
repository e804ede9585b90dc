import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'
import { AppError } from '#shared/lib/app-error.ts'
import { NetworkProxy } from '../network-proxy/network-proxy.ts'
import type { Network, NetworkPolicy } from '../network-proxy/open-route.ts'
import { Turns } from '../runtime/serial-queue.ts'
import type { BrowserCall, BrowserProgram, PageAct, PageAnswer } from './define.ts'
import { explainFailure } from './explain-failure.ts'
import { findChromium } from './find-chromium.ts'
import { RunPages } from './run-pages.ts'

type ActCall = Extract<BrowserCall, { readonly type: 'act' }>

/** A page that does not answer by then is closed. */
const ANSWER_MS = 45_000
/** Nobody has used it for so long: it is closed. */
const IDLE_MS = 10 * 60_000
const VIEWPORT = { width: 1280, height: 800 }
const CRASHED = 'The page is gone: its browser ended. Open it again.'
const RESTED = 'The page was closed: for ten minutes nobody used the browser. Open it again.'
const NONE =
  'There is no browser for agents on this machine. Install Chromium or Chrome, or name one under Settings › Tools.'

/** Nothing may pass by the proxy: no UDP (WebRTC, QUIC and WebTransport), and no look-up of names. */
const PROXIED_ONLY = [
  '--disable-quic',
  // Chromium reads the one, its headless shell the other.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
]

/**
 * One browser, started when a page is first opened, and the pages of every run. All it sends goes through
 * a proxy of its own, which decides by host for each run: redirects, shared workers and sockets of workers can't
 * be intercepted in the browser.
 */
export class Chromium implements AsyncDisposable {
  readonly #network: Network
  #proxy: Promise<NetworkProxy> | undefined
  readonly #runs = new Map<string, RunPages>()
  readonly #turns = new Turns<string>()
  #browser: Promise<Browser> | undefined
  #current: Browser | undefined
  #rest: NodeJS.Timeout | undefined
  #underWay = 0

  constructor(network: Network) {
    this.#network = network
  }

  act(call: ActCall): Promise<PageAnswer> {
    const { run, agentId } = call
    return this.#turns.take(`${run} ${agentId}`, () => this.#act(call))
  }

  /** The run is over. */
  async leave(run: string): Promise<void> {
    const pages = this.#runs.get(run)
    this.#runs.delete(run)
    await pages?.[Symbol.asyncDispose]()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#rest)
    await this.#end(RESTED)
    // One that could not be opened has nothing to close.
    const proxy = await this.#proxy?.catch(() => undefined)
    this.#proxy = undefined
    await proxy?.[Symbol.asyncDispose]()
  }

  async #act({ run, agentId, reach, program, act }: ActCall): Promise<PageAnswer> {
    clearTimeout(this.#rest)
    this.#underWay += 1
    try {
      const pages = this.#pagesOf(
        run,
        () => new RunPages(reach, (policy) => this.#newContext(program, policy)),
      )
      return await this.#withinTime(pages, { agentId, act })
    } catch (error) {
      throw explainFailure(error)
    } finally {
      this.#underWay -= 1
      if (this.#underWay === 0) this.#restSoon()
    }
  }

  #pagesOf(run: string, make: () => RunPages): RunPages {
    const pages = this.#runs.get(run) ?? make()
    this.#runs.set(run, pages)
    return pages
  }

  async #withinTime(
    pages: RunPages,
    { agentId, act }: { readonly agentId: string; readonly act: PageAct },
  ): Promise<PageAnswer> {
    const page = pages.of(agentId)
    const over = new AbortController()
    const late = delay(ANSWER_MS, undefined, { signal: over.signal }).then(async () => {
      await page.close()
      const message = `The page did not answer for ${ANSWER_MS / 1000} seconds, and was closed.`
      throw new AppError('unavailable', message)
    })
    late.catch(() => undefined)
    const done = page.act(act)
    done.catch(() => undefined)
    try {
      return await Promise.race([done, late])
    } finally {
      over.abort()
    }
  }

  async #newContext(program: BrowserProgram, policy: NetworkPolicy) {
    const browser = await this.#start(program)
    const proxy = await this.#openProxy(program)
    const access = proxy.admit(policy)
    try {
      const { username, password } = access
      const context = await browser.newContext({
        viewport: VIEWPORT,
        acceptDownloads: false,
        // They make requests that nobody sees.
        serviceWorkers: 'block',
        ignoreHTTPSErrors: false,
        proxy: { server: proxy.url, username, password },
      })
      return context.on('close', () => access[Symbol.dispose]())
    } catch (error) {
      access[Symbol.dispose]()
      throw error
    }
  }

  async #openProxy({ env }: BrowserProgram): Promise<NetworkProxy> {
    this.#proxy ??= NetworkProxy.open({ network: this.#network, env })
    try {
      return await this.#proxy
    } catch (error) {
      this.#proxy = undefined
      throw error
    }
  }

  async #start(program: BrowserProgram): Promise<Browser> {
    this.#browser ??= this.#launch(program)
    try {
      return await this.#browser
    } catch (error) {
      this.#browser = undefined
      throw error
    }
  }

  async #launch(program: BrowserProgram): Promise<Browser> {
    const { path, env } = program
    const executablePath = path ?? findChromium(env) ?? findDownloaded()
    if (executablePath === undefined) throw new AppError('unavailable', NONE)
    const { url } = await this.#openProxy(program)
    const browser = await launchAt(executablePath, env, url)
    browser.on('disconnected', () => this.#lose(browser, CRASHED))
    this.#current = browser
    return browser
  }

  #lose(browser: Browser, why: string): void {
    if (this.#current !== browser) return
    this.#current = undefined
    this.#browser = undefined
    for (const pages of this.#runs.values()) pages.lose(why)
  }

  #restSoon(): void {
    this.#rest = setTimeout(() => void this.#end(RESTED), IDLE_MS)
    this.#rest.unref()
  }

  async #end(why: string): Promise<void> {
    // One that could not be started has nothing to end.
    const browser = await this.#browser?.catch(() => undefined)
    if (!browser) return
    this.#lose(browser, why)
    await browser.close()
  }
}

async function launchAt(
  executablePath: string,
  env: BrowserProgram['env'],
  proxy: string,
): Promise<Browser> {
  try {
    return await chromium.launch({
      executablePath,
      env: { ...env },
      args: PROXIED_ONLY,
      // Without a secret, which each run's pages have: what the browser itself sends gets no further.
      proxy: { server: proxy },
      // Root can't have one.
      chromiumSandbox: process.getuid?.() !== 0,
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
    })
  } catch (cause) {
    const message = `The browser at ${executablePath} could not be started. Name another under Settings › Tools.`
    throw new AppError('unavailable', message, { cause })
  }
}

/** One that Playwright itself was told to download. */
function findDownloaded(): string | undefined {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

import { readFileSync } from 'node:fs'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/ensure-chromium.ts'
import { PlainPage } from './plain-page.ts'
import type { WatchedHost } from './watched-host.ts'

/** Where a window keeps what lets it in. */
const TOKEN = 'orrery.token'
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--no-first-run',
  // A process that waits for a page is none of a page’s, nor is the one of the address bar’s own lists.
  '--disable-features=SpareRendererForSitePerProcess,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,OmniboxAimPopup',
]

/** A real browser, with what can be known of its pages. */
export interface BenchBrowser extends AsyncDisposable {
  /** In a context, and so in a process, of its own. */
  openPage(url: string): Promise<BenchPage>
  /** A window of a host: its link lets in one, whose token the next are given. */
  openWindow(host: WatchedHost): Promise<BenchPage>
  /** A page that a host would let in, and has not been to it yet. */
  openBlank(host: WatchedHost): Promise<BenchPage>
  /** The same, with a script that runs before the window's own. */
  openPlain(host: WatchedHost, script: string): Promise<PlainPage>
}

export interface BenchPage extends AsyncDisposable {
  readonly page: Page
  readonly cdp: CDPSession
  /** What the page's process holds resident, and its heap after everything unused was collected, in MiB. */
  memory(): Promise<{ readonly processMiB: number; readonly heapMiB: number }>
}

export async function launchBrowser(): Promise<BenchBrowser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium here.')
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  const tokens = new Map<string, string>()
  const openWindow = async ({ url }: WatchedHost) => {
    const known = tokens.get(url)
    const opened = await openPage(browser, known ? new URL(url).origin : url, known)
    await opened.page.getByRole('button', { name: 'Open a folder' }).first().waitFor()
    const kept = await opened.page.evaluate(`sessionStorage.getItem('${TOKEN}')`)
    tokens.set(url, String(kept))
    return opened
  }
  const letIn = async (host: WatchedHost) => {
    if (!tokens.has(host.url)) await (await openWindow(host))[Symbol.asyncDispose]()
    return tokens.get(host.url) ?? ''
  }
  return {
    openPage: (url) => openPage(browser, url),
    openWindow,
    openBlank: async (host) => openPage(browser, 'about:blank', await letIn(host)),
    openPlain: async (host, script) =>
      PlainPage.open(browser, `${keepToken(await letIn(host))}\n${script}`),
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

async function openPage(browser: Browser, url: string, token?: string): Promise<BenchPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  if (token) await context.addInitScript(keepToken(token))
  const before = await renderersOf(browser)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.goto(url)
  const own = (await renderersOf(browser)).filter((pid) => !before.includes(pid))
  return {
    page,
    cdp,
    memory: async () => ({
      heapMiB: await heapMiB(cdp),
      // The process that a page begins in is not the one that it goes on in.
      processMiB: (await renderersOf(browser))
        .filter((pid) => own.includes(pid))
        .reduce((sum, pid) => sum + residentMiB(pid), 0),
    }),
    [Symbol.asyncDispose]: () => context.close(),
  }
}

async function renderersOf(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** Linux only: it reads /proc. */
function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

async function heapMiB(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  return used / 1024 / 1024
}

/** Only a page of a host has a place for it. */
function keepToken(token: string): string {
  return `if (location.protocol === 'http:') sessionStorage.setItem('${TOKEN}', '${token}')`
}

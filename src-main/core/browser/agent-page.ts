import type { Dialog, Download, Locator, Page, Request } from 'playwright-core'
import { AppError } from '#shared/lib/app-error.ts'
import type { ConnectionError } from '../network-proxy/destination.ts'
import type { Reached } from './allowed-hosts.ts'
import type { PageAct, PageAnswer } from './define.ts'
import { toPageError } from './explain-failure.ts'
import { cut, PageLog } from './page-log.ts'

/** Of a page, read as text. */
const READ_CHARS = 40_000
const MAX_PAGES = 5
/** Between two answers. */
const MAX_NEWS = 50
/** Models take no larger pictures. */
const MAX_HEIGHT = 6_000
const WIDTH = 1280

interface AgentPageOptions {
  readonly reached: Reached
  /** Returns why the host of an address couldn't be reached last. */
  readonly findFailure: (url: string) => ConnectionError | undefined
  /** Opens an empty one among the run's. */
  readonly newPage: () => Promise<Page>
}

/** What an agent looks at: one page, and those it came from. */
export class AgentPage {
  readonly #options: AgentPageOptions
  readonly #log = new PageLog()
  /** The last is the one that is looked at. */
  readonly #pages: Page[] = []
  #news: string[] = []
  #gone: string | undefined
  /** Opened, and not closed by its agent. */
  #isWanted = false
  /** The address that the page was last sent to, even if it didn't load. */
  #target = ''

  constructor(options: AgentPageOptions) {
    this.#options = options
  }

  /** Adds a note to the next answer, once. */
  tell(news: string): void {
    const note = cut(news)
    if (this.#news.length < MAX_NEWS && !this.#news.includes(note)) this.#news.push(note)
  }

  /** Its pages are gone, and why. */
  lose(why: string): void {
    if (!this.#isWanted) return
    this.#pages.length = 0
    this.#gone = why
  }

  async act(act: PageAct): Promise<PageAnswer> {
    if (act.type === 'close') return this.#close()
    if (act.type === 'open') await this.#open(act.url)
    const page = this.#current()
    const done = await this.#do(page, act)
    return { ...(await this.#state()), ...done }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pages].map((page) => page.close()))
  }

  async #close(): Promise<PageAnswer> {
    await this.close()
    this.#gone = undefined
    this.#isWanted = false
    this.#log.clear()
    return { news: this.#takeNews() }
  }

  async #do(page: Page, act: Exclude<PageAct, { type: 'close' }>): Promise<Partial<PageAnswer>> {
    switch (act.type) {
      case 'open':
        return await readPage(page)
      case 'read':
        return await readPage(act.ref === undefined ? page : await findElement(page, act.ref))
      case 'click':
        await (await findElement(page, act.ref)).click()
        return await settle(page)
      case 'type':
        await write(page, act)
        return await settle(page)
      case 'screenshot':
        return { image: await takePicture(page, act) }
      case 'console':
        return { ...this.#log.console, lines: [...this.#log.console.lines] }
      case 'network':
        return { ...this.#log.network, lines: [...this.#log.network.lines] }
    }
  }

  async #open(url: string): Promise<void> {
    this.#options.reached.open(url)
    if (this.#pages.length === 0) this.#take(await this.#options.newPage())
    this.#gone = undefined
    this.#isWanted = true
    this.#log.clear()
    const page = this.#current()
    try {
      const response = await page.goto(url, { waitUntil: 'domcontentloaded' })
      if (response?.headers()['proxy-status'] !== undefined) this.#checkReached(response.url())
    } catch (error) {
      // What stands there now is the browser's own word on it, and on its way.
      await this.close()
      if (String(error).includes('ERR_TUNNEL_CONNECTION_FAILED')) this.#checkReached(this.#target)
      throw error
    }
    const isWhole = page.waitForLoadState('load').then(() => true)
    if (!(await isWhole.catch(() => false))) this.tell('The page goes on loading.')
  }

  /** Throws if the proxy couldn't reach the host of an address. */
  #checkReached(url: string): void {
    const failure = this.#options.findFailure(url)
    if (failure) throw toPageError(url, failure)
  }

  #current(): Page {
    const page = this.#pages.at(-1)
    if (page) return page
    const message = this.#gone ?? 'No page is open. Open one first.'
    throw new AppError('not-found', message)
  }

  async #state(): Promise<Pick<PageAnswer, 'page' | 'news'>> {
    const page = this.#pages.at(-1)
    if (!page) return { news: this.#takeNews() }
    const url = page.url()
    if (!this.#options.reached.allowsPage(url)) {
      await page.goto('about:blank')
      const target = url.startsWith('chrome-error:') ? this.#target : url
      throw toPageError(target, this.#options.findFailure(target))
    }
    // A page that goes elsewhere just now has none.
    const title = cut(await page.title().catch(() => ''))
    return { page: { url: cut(url), title }, news: this.#takeNews() }
  }

  #takeNews(): readonly string[] {
    const news = this.#news
    this.#news = []
    return news
  }

  #take(page: Page): void {
    this.#pages.push(page)
    this.#log.follow(page)
    page.on('request', (request) => {
      if (isNavigationOf(page, request)) this.#target = request.url()
    })
    page.on('popup', (popup) => this.#takePopup(popup))
    page.on('dialog', (dialog) => void this.#answer(dialog))
    page.on('download', (download) => void this.#refuse(download))
    page.on('close', () => {
      const at = this.#pages.indexOf(page)
      if (at >= 0) this.#pages.splice(at, 1)
    })
    page.on('crash', () => {
      this.lose('The page crashed. Open it again.')
      void page.close().catch(() => undefined)
    })
  }

  #takePopup(popup: Page): void {
    if (this.#pages.length >= MAX_PAGES) {
      this.tell('The page opened one more, which was closed: there are too many.')
      void popup.close().catch(() => undefined)
      return
    }
    this.tell('The page opened another, which is looked at from here on.')
    this.#take(popup)
  }

  async #answer(dialog: Dialog): Promise<void> {
    const isLeaving = dialog.type() === 'beforeunload'
    if (!isLeaving) {
      this.tell(`The page asked (${dialog.type()}): "${dialog.message()}". It was dismissed.`)
    }
    // A page that is gone by now has no question any more.
    await (isLeaving ? dialog.accept() : dialog.dismiss()).catch(() => undefined)
  }

  async #refuse(download: Download): Promise<void> {
    this.tell(`The page offered "${download.suggestedFilename()}" to download, which was refused.`)
    await download.cancel().catch(() => undefined)
  }
}

function isNavigationOf(page: Page, request: Request): boolean {
  if (!request.isNavigationRequest()) return false
  try {
    return request.frame() === page.mainFrame()
  } catch {
    // The frame isn't there yet.
    return false
  }
}

async function findElement(page: Page, ref: string): Promise<Locator> {
  const element = page.getByRef(ref)
  if ((await element.count()) > 0) return element
  const message = `There is no element ${ref}. Read the page again: refs hold until the next reading.`
  throw new AppError('not-found', message)
}

/** Lets what follows at once from what was done come about. */
async function settle(page: Page): Promise<Partial<PageAnswer>> {
  if (page.isClosed()) return {}
  await page.waitForLoadState('domcontentloaded')
  // Where the page goes elsewhere just now, there is nothing to wait for in the old one.
  await page
    .evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    .catch(() => undefined)
  return {}
}

async function write(
  page: Page,
  { ref, text, isSubmitted }: Extract<PageAct, { type: 'type' }>,
): Promise<void> {
  const element = await findElement(page, ref)
  const isChoice = (await element.and(page.locator('select')).count()) > 0
  if (isChoice) await element.selectOption(text)
  else await element.fill(text)
  if (isSubmitted) await element.press('Enter')
}

async function readPage(part: Page | Locator): Promise<Partial<PageAnswer>> {
  const text = await part.ariaSnapshot({ mode: 'ai' })
  const lines = text.split('\n')
  let chars = 0
  const shown = lines.findIndex((line) => {
    chars += line.length + 1
    return chars > READ_CHARS
  })
  return shown < 0 ? { lines } : { lines: lines.slice(0, shown), leftOut: lines.length - shown }
}

async function takePicture(
  page: Page,
  { ref, isWhole }: Extract<PageAct, { type: 'screenshot' }>,
): Promise<NonNullable<PageAnswer['image']>> {
  const settings = { type: 'jpeg', quality: 85, scale: 'css', animations: 'disabled' } as const
  const bytes =
    ref === undefined
      ? await page.screenshot({ ...settings, ...(isWhole && (await wholeOf(page))) })
      : await (await findElement(page, ref)).screenshot(settings)
  return { mimeType: 'image/jpeg', base64: bytes.toString('base64') }
}

async function wholeOf(page: Page) {
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  const clip = { x: 0, y: 0, width: WIDTH, height: Math.min(Math.max(height, 1), MAX_HEIGHT) }
  return { fullPage: true, clip }
}

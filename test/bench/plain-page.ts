import type { Browser, CDPSession } from '@playwright/test'
import { z } from 'zod'

const Answer = z.object({
  id: z.number(),
  error: z.object({ message: z.string() }).optional(),
  result: z.unknown().optional(),
})
const Evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
})
const Metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) })

const VIEWPORT = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false }

/**
 * A page that Playwright does not watch. It has itself told of all that a watched page's sockets receive,
 * word for word: of a flood, that takes the page and the browser longer than to show it.
 */
export class PlainPage implements AsyncDisposable {
  readonly #browser: CDPSession
  readonly #contextId: string
  readonly #sessionId: string
  readonly #waiting = new Map<number, (answer: z.infer<typeof Answer>) => void>()
  #lastId = 0

  /** In a context, and so in a process, of its own; `script` runs before those of each document. */
  static async open(browser: Browser, script: string): Promise<PlainPage> {
    const session = await browser.newBrowserCDPSession()
    const { browserContextId } = await session.send('Target.createBrowserContext')
    const { targetId } = await session.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
    })
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
    const page = new PlainPage(session, browserContextId, sessionId)
    await page.#send('Page.enable')
    await page.#send('Performance.enable')
    await page.#send('Emulation.setFocusEmulationEnabled', { enabled: true })
    await page.#send('Emulation.setDeviceMetricsOverride', VIEWPORT)
    await page.#send('Page.addScriptToEvaluateOnNewDocument', { source: script })
    return page
  }

  private constructor(browser: CDPSession, contextId: string, sessionId: string) {
    this.#browser = browser
    this.#contextId = contextId
    this.#sessionId = sessionId
    browser.on('Target.receivedMessageFromTarget', ({ message }) => {
      const { data } = Answer.safeParse(JSON.parse(message))
      if (data) this.#waiting.get(data.id)?.(data)
    })
  }

  async goto(url: string): Promise<void> {
    await this.#send('Page.navigate', { url })
  }

  /** What the expression's promise comes to, as JSON. */
  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.#send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    const { result, exceptionDetails } = Evaluated.parse(answer)
    if (exceptionDetails) throw new Error(`${exceptionDetails.text} in ${expression}`)
    return result.value
  }

  /** Looks in the page itself, which lets nobody evaluate text later on. */
  async until(isSo: string): Promise<void> {
    await this.evaluate(`new Promise((resolve) => {
      const looking = setInterval(() => {
        if (!(${isSo})) return
        clearInterval(looking)
        resolve()
      }, 10)
    })`)
  }

  /** A letter, or Enter. */
  async press(name: string): Promise<void> {
    const text = name === 'Enter' ? '\r' : name
    const key = { key: name, text, windowsVirtualKeyCode: text.toUpperCase().charCodeAt(0) }
    await this.#send('Input.dispatchKeyEvent', { type: 'keyDown', ...key })
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  }

  /** As if pasted, into what has the focus. */
  async insert(text: string): Promise<void> {
    await this.#send('Input.insertText', { text })
  }

  /** The heap after everything unused was collected. */
  async heapMiB(): Promise<number> {
    await this.#send('HeapProfiler.collectGarbage')
    const { metrics } = Metrics.parse(await this.#send('Performance.getMetrics'))
    const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
    return used / 1024 / 1024
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.send('Target.disposeBrowserContext', { browserContextId: this.#contextId })
    await this.#browser.detach()
  }

  async #send(method: string, params: object = {}): Promise<unknown> {
    this.#lastId += 1
    const id = this.#lastId
    const { promise, resolve } = Promise.withResolvers<z.infer<typeof Answer>>()
    this.#waiting.set(id, resolve)
    const message = JSON.stringify({ id, method, params })
    await this.#browser.send('Target.sendMessageToTarget', {
      sessionId: this.#sessionId,
      message,
    })
    const { error, result } = await promise
    this.#waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
}

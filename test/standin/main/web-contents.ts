import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { MessagePortMain, WebPreferences } from 'electron'
import type { Params } from '../chromium.ts'
import { fromWire, toWire } from '../clone.ts'
import type { FromPage, ToPage } from '../page/preload-world.ts'
import { BINDING, ISOLATED, pageScript, preloadScript, worldScript } from '../page/scripts.ts'
import { standin } from '../script.ts'
import { createEvent, strict } from '../strict.ts'
import { IpcMain, ipcMain } from './ipc-main.ts'
import { answerParked } from './parked.ts'
import { PortsAbroad } from './ports.ts'
import { fromPageUrl, toPageUrl } from './schemes.ts'
import { browser } from './the-browser.ts'

/** What a page asks to open. */
interface OpenDetails {
  readonly url: string
  readonly frameName: string
  readonly features: string
}

type OpenHandler = (details: OpenDetails & { disposition: string }) => { readonly action: string }

interface Size {
  readonly width: number
  readonly height: number
}

interface Wishes {
  readonly preferences: WebPreferences
  readonly size: Size
  /** The page is there: its window can be shown. */
  readonly onLoaded: () => void
}

let lastId = 0

/** A page in Chromium, and its two worlds. */
export class WebContents extends EventEmitter {
  readonly id = ++lastId
  readonly ipc = new IpcMain()
  readonly mainFrame
  readonly #wishes: Wishes
  readonly #ports: PortsAbroad
  readonly #attached: Promise<void>
  #self: this = this
  #targetId = ''
  #sessionId = ''
  /** The preload's world, while there is one. */
  #world: unknown
  #url = ''
  #zoom = 1
  /** Where the main process would have it go, which nobody is asked about. */
  #expected: string | undefined
  #openHandler: OpenHandler | undefined
  #isDestroyed = false

  constructor(wishes: Wishes) {
    super()
    this.#wishes = wishes
    this.#ports = new PortsAbroad((message) => this.#deliver(message))
    this.mainFrame = this.#describeFrame()
    this.#attached = this.#attach()
  }

  /** What is handed out in its place. */
  present(): this {
    this.#self = strict('webContents', this)
    return this.#self
  }

  get isAttached(): Promise<void> {
    return this.#attached
  }

  get targetId(): string {
    return this.#targetId
  }

  async loadURL(url: string): Promise<void> {
    await this.#attached
    const shown = toPageUrl(url)
    this.#expected = shown
    const { errorText } = await this.#send('Page.navigate', { url: shown })
    if (errorText === undefined) return
    this.emit('did-fail-load', createEvent({}), -2, errorText, url, true)
    throw new Error(`${errorText} (-2) loading '${url}'`)
  }

  reload(): void {
    void this.#send('Page.reload')
  }

  getURL(): string {
    return fromPageUrl(this.#url)
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  focus(): void {
    this.emit('focus', createEvent({}))
  }

  setZoomFactor(factor: number): void {
    this.#zoom = factor
    void this.#attached.then(() => this.resize(this.#wishes.size))
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  send(channel: string, ...args: unknown[]): void {
    this.#deliver({ type: 'send', channel, args: toWire(args), ports: [] })
  }

  postMessage(channel: string, message: unknown, transfer: readonly MessagePortMain[] = []): void {
    const ports = transfer.map(this.#ports.lend)
    this.#deliver({ type: 'send', channel, args: toWire([message]), ports })
  }

  async executeJavaScript(code: string): Promise<unknown> {
    const asked = { expression: code, awaitPromise: true, returnByValue: true, userGesture: true }
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', asked)
    if (exceptionDetails)
      throw new Error('Script failed to execute, this normally means an error was thrown.')
    return (result as { readonly value: unknown }).value
  }

  forcefullyCrashRenderer(): void {
    void this.#send('Page.crash').catch(() => undefined)
  }

  /** As Chromium has it, whatever the window is said to be. */
  async resize({ width, height }: Size): Promise<void> {
    const zoomed = {
      width: Math.round(width / this.#zoom),
      height: Math.round(height / this.#zoom),
    }
    const metrics = { ...zoomed, deviceScaleFactor: this.#zoom, mobile: false }
    await this.#send('Emulation.setDeviceMetricsOverride', metrics)
  }

  async showTheme(theme: 'system' | 'light' | 'dark'): Promise<void> {
    await this.#attached
    const features = theme === 'system' ? [] : [{ name: 'prefers-color-scheme', value: theme }]
    await this.#send('Emulation.setEmulatedMedia', { features })
  }

  /** Its window is closed. */
  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.#ports.closeAll()
    const close = () => browser().send('Target.closeTarget', { targetId: this.#targetId })
    // It may be gone by itself.
    void this.#attached.then(close).catch(() => undefined)
    this.emit('destroyed')
  }

  async #attach(): Promise<void> {
    const { preferences, size } = this.#wishes
    if (!preferences.contextIsolation && preferences.contextIsolation !== undefined) {
      throw new Error('stand-in: a window without context isolation is not implemented')
    }
    const made = await browser().send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      ...size,
    })
    this.#targetId = String(made['targetId'])
    const attached = await browser().send('Target.attachToTarget', {
      targetId: this.#targetId,
      flatten: true,
    })
    this.#sessionId = String(attached['sessionId'])
    browser().onEvent((method, params, sessionId) => {
      if (sessionId === this.#sessionId) void this.#hear(method, params)
    })
    const { id } = this
    const page = { id, key: randomBytes(12).toString('hex'), platform: process.platform }
    const inWorld = (source: string) => ({ source, worldName: ISOLATED })
    const add = (script: Params) => this.#send('Page.addScriptToEvaluateOnNewDocument', script)
    const domains = ['Page', 'Runtime', 'DOM', 'Debugger', 'Network', 'Inspector']
    await Promise.all([
      ...domains.map((domain) => this.#send(`${domain}.enable`)),
      this.resize(size),
      this.#send('Runtime.addBinding', { name: BINDING, executionContextName: ISOLATED }),
      add({ source: pageScript(page) }),
      add(inWorld(worldScript(page))),
      ...(preferences.preload ? [add(inWorld(preloadScript(preferences.preload)))] : []),
    ])
  }

  #send(method: string, params?: Params): Promise<Params> {
    return browser().send(method, params, this.#sessionId)
  }

  #deliver(message: ToPage): void {
    if (this.#world === undefined || this.#isDestroyed) return
    const asked = {
      functionDeclaration: 'function (text) { standinDeliver(text) }',
      arguments: [{ value: JSON.stringify(message) }],
      executionContextId: this.#world,
    }
    // A page that has gone meanwhile hears nothing, as in Electron.
    void this.#send('Runtime.callFunctionOn', asked).catch(() => undefined)
  }

  async #hear(method: string, params: Params): Promise<void> {
    switch (method) {
      case 'Runtime.bindingCalled':
        return this.#hearPage(JSON.parse(String(params['payload'])))
      case 'Runtime.executionContextCreated':
        return this.#noteWorld(params['context'] as Context)
      case 'Runtime.executionContextsCleared':
        this.#world = undefined
        return this.#ports.closeAll()
      case 'Page.frameNavigated':
        return this.#noteUrl(params['frame'] as Frame)
      case 'Page.navigatedWithinDocument':
        if (params['frameId'] === this.#targetId) this.#url = String(params['url'])
        return
      case 'Page.domContentEventFired':
        this.emit('dom-ready', createEvent({}))
        return
      case 'Page.loadEventFired':
        this.emit('did-finish-load', createEvent({}))
        return this.#wishes.onLoaded()
      case 'Inspector.targetCrashed':
        this.emit('render-process-gone', createEvent({}), { reason: 'crashed', exitCode: 1 })
        return
      case 'Runtime.exceptionThrown':
        standin.events.push(`page: ${JSON.stringify(params['exceptionDetails'])}`)
        return
      case 'Debugger.paused':
        return answerParked(params, (asked, given) => this.#send(asked, given))
    }
  }

  #noteWorld({ id, name, auxData }: Context): void {
    if (name === ISOLATED && auxData?.frameId === this.#targetId) this.#world = id
  }

  #noteUrl({ parentId, url }: Frame): void {
    if (parentId !== undefined) return
    this.#url = url
    this.emit('did-navigate', createEvent({}), fromPageUrl(url), 200, '')
  }

  #hearPage(told: FromPage): void {
    switch (told.type) {
      case 'send':
        this.#receive(told)
        break
      case 'invoke':
        void this.#invoke(told)
        break
      case 'open':
        this.open(told)
        break
      case 'preload-failed':
        console.error(`Unable to load preload script: ${told.message}`)
        this.emit('preload-error', createEvent({}), '', new Error(told.message))
        break
      default:
        this.#ports.receive(told)
    }
  }

  #receive({ channel, args, ports = [] }: Extract<FromPage, { type: 'send' }>): void {
    const event = this.#createIpcEvent(ports.map(this.#ports.adopt))
    const given = fromWire(args) as unknown[]
    this.ipc.emit(channel, event, ...given)
    ipcMain.emit(channel, event, ...given)
  }

  async #invoke({ id, channel, args }: Extract<FromPage, { type: 'invoke' }>): Promise<void> {
    try {
      const handler = this.ipc.findHandler(channel) ?? ipcMain.findHandler(channel)
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      const result = await handler(this.#createIpcEvent([]), ...(fromWire(args) as unknown[]))
      this.#deliver({ type: 'reply', id, result: toWire(result) })
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error)
      this.#deliver({ type: 'reply', id, error: String(error) })
    }
  }

  /** Asks the handler on every window that a page would open: of those that are allowed, none is made. */
  open(details: OpenDetails): void {
    const url = fromPageUrl(details.url)
    const asked = { ...details, url, disposition: 'foreground-tab' }
    const { action } = this.#openHandler?.(asked) ?? { action: 'allow' }
    if (action !== 'deny') throw new Error('stand-in: a window opened by a page is not implemented')
  }

  /** For the start: whether nobody objects to its going there. */
  mayGo(url: string): boolean {
    const known = [this.#expected, this.#url].map((each) => each?.replace(/#.*/, ''))
    this.#expected = undefined
    return known.includes(url) || this.#mayLeaveFor(url)
  }

  #mayLeaveFor(url: string): boolean {
    const details = { url: fromPageUrl(url), isMainFrame: true, isSameDocument: false }
    const event = createEvent({ ...details, frame: this.mainFrame })
    this.emit('will-navigate', event, details.url)
    return !event.defaultPrevented
  }

  #createIpcEvent(ports: readonly unknown[]) {
    return createEvent({
      sender: this.#self,
      senderFrame: this.mainFrame,
      processId: 1,
      frameId: 1,
      ports,
    })
  }

  #describeFrame() {
    const urlOf = () => fromPageUrl(this.#url)
    return {
      get url() {
        return urlOf()
      },
      get origin() {
        const [, origin = 'null'] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)/.exec(urlOf()) ?? []
        return origin
      },
      parent: null,
      processId: 1,
      routingId: 1,
    }
  }
}

interface Context {
  readonly id: unknown
  readonly name: string
  readonly auxData?: { readonly frameId?: string }
}

interface Frame {
  readonly parentId?: string
  readonly url: string
}

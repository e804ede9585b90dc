import { EventEmitter } from 'node:events'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { standin } from '../script.ts'
import { settings } from '../settings.ts'
import { createEvent, strict } from '../strict.ts'
import { exitNow } from './exit-now.ts'
import { letHandle } from './schemes.ts'
import { SingleInstance } from './single-instance.ts'

/** What the app has to know of its windows. */
interface Windows {
  /** Answers whether all are closed. */
  closeAll(): boolean
  count(): number
}

const EARLY = 'can only be called before app is ready'

/** Electron's `app`, in the order of its events. */
export class App extends EventEmitter {
  name = settings().manifest.productName ?? settings().manifest.name ?? 'Electron'
  readonly isPackaged = settings().isPackaged
  readonly commandLine = strict('app.commandLine', {
    appendSwitch: (name: string, value = '') => {
      this.#switches.push(value === '' ? `--${name}` : `--${name}=${value}`)
    },
    hasSwitch: (name: string) =>
      this.#allSwitches.some((each) => each.split('=')[0] === `--${name}`),
    getSwitchValue: (name: string) => {
      const found = this.#allSwitches.find((each) => each.startsWith(`--${name}=`))
      return found?.slice(`--${name}=`.length) ?? ''
    },
  })
  readonly #switches: string[] = []
  readonly #paths = new Map<string, string>()
  readonly #ready = Promise.withResolvers<void>()
  #isReady = false
  #isQuitting = false
  #instance: SingleInstance | undefined
  #windows: Windows = { closeAll: () => true, count: () => 0 }
  #leave: (code: number) => void = exitNow

  /** For the start: what Chromium is started with besides. */
  get switches(): readonly string[] {
    return this.#switches
  }

  get #allSwitches(): readonly string[] {
    return [...this.#switches, ...settings().argv]
  }

  /** For the start: once the main module has run. */
  becomeReady(windows: Windows, leave: (code: number) => void): void {
    this.#windows = windows
    this.#leave = leave
    this.#isReady = true
    letHandle()
    this.emit('will-finish-launching')
    this.emit('ready', createEvent({}), {})
    this.#ready.resolve()
  }

  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  isReady(): boolean {
    return this.#isReady
  }

  getVersion(): string {
    return settings().manifest.version ?? '0.0.0'
  }

  getName(): string {
    return this.name
  }

  getAppPath(): string {
    return settings().appPath
  }

  getPath(name: string): string {
    const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
    const userData = this.#paths.get('userData') ?? join(config, this.name)
    const known: Readonly<Record<string, string>> = {
      home: homedir(),
      appData: config,
      userData,
      sessionData: userData,
      logs: join(userData, 'logs'),
      crashDumps: join(userData, 'Crashpad'),
      temp: tmpdir(),
      exe: settings().executable,
    }
    const path = this.#paths.get(name) ?? known[name]
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, resolve(path))
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error(`app.enableSandbox() ${EARLY}`)
  }

  requestSingleInstanceLock(data: unknown = {}): boolean {
    this.#instance ??= new SingleInstance(this.getPath('userData'))
    const start = { argv: process.argv, cwd: process.cwd(), data }
    return this.#instance.request(start, (second) =>
      this.emit('second-instance', createEvent({}), second.argv, second.cwd, second.data),
    )
  }

  releaseSingleInstanceLock(): void {
    this.#instance?.release()
  }

  setAsDefaultProtocolClient(): boolean {
    return true
  }

  setAppUserModelId(): void {}

  getBadgeCount(): number {
    return standin.shown.badge
  }

  setBadgeCount(count: number): boolean {
    standin.shown.badge = count
    return true
  }

  addRecentDocument(path: string): void {
    standin.shown.recent.unshift(path)
  }

  clearRecentDocuments(): void {
    standin.shown.recent = []
  }

  quit(): void {
    if (this.#isQuitting) return
    this.#isQuitting = this.#agrees('before-quit')
    if (!this.#isQuitting) return
    // Without a window there is nothing to close, and before it is ready there is none.
    this.#isQuitting = this.#windows.closeAll() && this.#agrees('will-quit')
    if (this.#isQuitting) this.exit(0)
  }

  exit(code = 0): void {
    this.emit('quit', createEvent({}), code)
    this.releaseSingleInstanceLock()
    this.#leave(code)
  }

  /** For windows: one was closed. */
  windowClosed(): void {
    if (this.#windows.count() > 0 || this.#isQuitting) return
    if (this.listenerCount('window-all-closed') === 0) this.quit()
    else this.emit('window-all-closed')
  }

  #agrees(name: 'before-quit' | 'will-quit'): boolean {
    const event = createEvent({})
    this.emit(name, event)
    return !event.defaultPrevented
  }
}

export const theApp = new App()
export const app = strict('app', theApp)

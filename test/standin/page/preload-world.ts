import type { Codec, Wire } from '../clone.ts'
import type { BridgeEnd } from './bridge.ts'

/** From a page to the main process. */
export type FromPage =
  | {
      readonly type: 'send'
      readonly channel: string
      readonly args: Wire
      readonly ports?: string[]
    }
  | { readonly type: 'invoke'; readonly id: number; readonly channel: string; readonly args: Wire }
  | { readonly type: 'port'; readonly id: string; readonly data: Wire; readonly ports: string[] }
  | { readonly type: 'port-closed'; readonly id: string }
  | {
      readonly type: 'open'
      readonly url: string
      readonly frameName: string
      readonly features: string
    }
  | { readonly type: 'preload-failed'; readonly message: string }

/** From the main process to a page. */
export type ToPage =
  | {
      readonly type: 'send'
      readonly channel: string
      readonly args: Wire
      readonly ports: string[]
    }
  | { readonly type: 'reply'; readonly id: number; readonly error?: string; readonly result?: Wire }
  | { readonly type: 'port'; readonly id: string; readonly data: Wire; readonly ports: string[] }
  | { readonly type: 'port-closed'; readonly id: string }

export interface WorldOptions {
  readonly bridgeEnd: BridgeEnd
  readonly codec: Codec
  readonly watchPort: (port: MessagePort) => MessagePort
  readonly pageId: number
  /** The event by which the page's world says that it would open a window. */
  readonly openEvent: string
  readonly process: Readonly<Record<string, unknown>>
}

/**
 * The world in which a sandboxed preload script runs. Its text is run there, so that it refers to nothing
 * outside.
 */
export function preloadWorld(options: WorldOptions): void {
  type Listener = (...args: unknown[]) => void
  interface Parked {
    readonly request: string
    readonly object: unknown
    answer?: string
  }
  interface Globals {
    standinHost(text: string): void
    standinDeliver: (text: string) => void
    standinPreload: (path: string, run: (...given: unknown[]) => void) => void
    standinParked: Parked | undefined
  }
  const { bridgeEnd, codec, watchPort, pageId, openEvent } = options
  const { toWire, fromWire } = codec
  const world = globalThis as unknown as Globals
  const host = world.standinHost
  const tell = (sent: FromPage) => host(JSON.stringify(sent))

  class EventEmitter {
    readonly #listeners = new Map<string, readonly Listener[]>()
    on(name: string, listener: Listener) {
      this.#listeners.set(name, [...this.listeners(name), listener])
      return this
    }
    once(name: string, listener: Listener) {
      const once = (...args: unknown[]) => {
        this.off(name, once)
        listener(...args)
      }
      return this.on(name, once)
    }
    off(name: string, listener: Listener) {
      const left = this.listeners(name).filter((each) => each !== listener)
      this.#listeners.set(name, left)
      return this
    }
    listeners(name: string): readonly Listener[] {
      return this.#listeners.get(name) ?? []
    }
    emit(name: string, ...args: unknown[]): boolean {
      const all = this.listeners(name)
      for (const listener of all) listener(...args)
      return all.length > 0
    }
  }

  const ports = new Map<string, MessagePort>()
  const calls = new Map<number, PromiseWithResolvers<{ error?: string; result?: Wire }>>()
  let last = 0

  /** The main process hears it from now on. */
  function lend(id: string, port: MessagePort): void {
    ports.set(id, port)
    port.addEventListener('close', () => {
      if (ports.delete(id)) tell({ type: 'port-closed', id })
    })
    port.onmessage = (event) =>
      tell({ type: 'port', id, data: toWire(event.data), ports: event.ports.map(take) })
  }
  function take(port: MessagePort): string {
    const id = `page${pageId}-${++last}`
    lend(id, watchPort(port))
    return id
  }
  function give(id: string): MessagePort {
    const { port1, port2 } = new MessageChannel()
    lend(id, port1)
    return port2
  }

  // Its methods are its class's: passed over the bridge it is empty, as it is in Electron.
  class IpcRenderer extends EventEmitter {
    send(channel: string, ...args: unknown[]) {
      tell({ type: 'send', channel, args: toWire(args) })
    }
    postMessage(channel: string, message: unknown, transfer: readonly MessagePort[] = []) {
      tell({ type: 'send', channel, args: toWire([message]), ports: transfer.map(take) })
    }
    async invoke(channel: string, ...args: unknown[]) {
      const id = ++last
      const called = Promise.withResolvers<{ error?: string; result?: Wire }>()
      calls.set(id, called)
      tell({ type: 'invoke', id, channel, args: toWire(args) })
      const { error, result } = await called.promise
      if (error !== undefined)
        throw new Error(`Error invoking remote method '${channel}': ${error}`)
      return fromWire(result)
    }
  }
  const ipcRenderer = new IpcRenderer()

  world.standinDeliver = (text) => {
    const told = JSON.parse(text) as ToPage
    if (told.type === 'reply') {
      calls.get(told.id)?.resolve(told)
      calls.delete(told.id)
    } else if (told.type === 'send') {
      const event = { sender: ipcRenderer, senderId: 0, ports: told.ports.map(give) }
      ipcRenderer.emit(told.channel, event, ...(fromWire(told.args) as unknown[]))
    } else if (told.type === 'port') {
      ports.get(told.id)?.postMessage(fromWire(told.data), told.ports.map(give))
    } else {
      const port = ports.get(told.id)
      ports.delete(told.id)
      port?.close()
    }
  }
  document.addEventListener(openEvent, (event) => {
    event.stopImmediatePropagation()
    tell({ type: 'open', ...(event as CustomEvent).detail })
  })

  /** Parks on a breakpoint: the main process answers through the debugger, and lets it go on. */
  function askNow(request: string, object: unknown): unknown {
    const parked: Parked = { request, object }
    world.standinParked = parked
    // biome-ignore lint/suspicious/noDebugger: it is what the main process waits for
    debugger
    world.standinParked = undefined
    if (parked.answer === undefined) throw new Error('stand-in: nobody answered')
    return JSON.parse(parked.answer)
  }

  const refuse = (name: string) => () => {
    throw new Error(`stand-in: ${name} is not implemented`)
  }
  const electron = {
    contextBridge: {
      exposeInMainWorld: bridgeEnd.expose,
      exposeInIsolatedWorld: refuse('exposeInIsolatedWorld'),
      executeInMainWorld: refuse('executeInMainWorld'),
    },
    ipcRenderer,
    webUtils: {
      getPathForFile: (file: unknown) => {
        if (file instanceof File) return askNow('path', file)
        const needed = 'a File object but one was not provided'
        throw new TypeError(`getPathForFile expected to receive ${needed}`)
      },
    },
  }
  const events = Object.assign(EventEmitter, { EventEmitter })
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval }
  const modules: Readonly<Record<string, unknown>> = {
    electron,
    'electron/common': electron,
    'electron/renderer': electron,
    events,
    'node:events': events,
    timers,
    'node:timers': timers,
    url: { URL, URLSearchParams },
    'node:url': { URL, URLSearchParams },
  }
  const require = (name: string) => {
    if (Object.hasOwn(modules, name)) return modules[name]
    throw new Error(`module not found: ${name}`)
  }
  const process = Object.assign(new EventEmitter(), options.process)
  world.standinPreload = (path, run) => {
    const module = { exports: {} }
    try {
      run(require, process, module.exports, module)
    } catch (error) {
      console.error(`Unable to load preload script: ${path}`, error)
      tell({ type: 'preload-failed', message: String(error) })
    }
  }
}

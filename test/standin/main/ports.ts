import { EventEmitter } from 'node:events'
import type { MessagePortMain } from 'electron'
import { clone, fromWire, toWire } from '../clone.ts'
import type { FromPage, ToPage } from '../page/preload-world.ts'

interface PortMessage {
  readonly data: unknown
  readonly ports: readonly Port[]
}

/** Where the messages of a port's other end go that is in a page. */
interface Abroad {
  post(message: PortMessage): void
  close(): void
}

type Ported = Pick<MessagePortMain, 'postMessage' | 'start' | 'close'>

/** Electron's `MessagePortMain`: it keeps what comes until it is started. */
export class Port extends EventEmitter implements Ported {
  #peer: Port | undefined
  #abroad: Abroad | undefined
  #kept: PortMessage[] | undefined = []
  #isClosed = false

  static pair(): readonly [Port, Port] {
    const [one, other] = [new Port(), new Port()]
    one.#peer = other
    other.#peer = one
    return [one, other]
  }

  start(): void {
    const kept = this.#kept ?? []
    this.#kept = undefined
    for (const message of kept) this.emit('message', message)
  }

  postMessage(data: unknown, transfer: readonly MessagePortMain[] = []): void {
    if (this.#isClosed) return
    this.#peer?.receive({ data: clone(data), ports: transfer.map(asPort) })
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const peer = this.#peer
    if (!peer) return
    if (peer.#abroad) peer.#abroad.close()
    else queueMicrotask(() => peer.hangUp())
  }

  receive(message: PortMessage): void {
    if (this.#abroad) this.#abroad.post(message)
    else if (this.#kept) this.#kept.push(message)
    else setImmediate(() => this.emit('message', message))
  }

  /** Its other end is gone. */
  hangUp(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.emit('close')
  }

  /** It lives in a page from now on; answers the end that is still here. */
  moveAbroad(abroad: Abroad): Port | undefined {
    this.#abroad = abroad
    for (const message of this.#kept ?? []) abroad.post(message)
    this.#kept = undefined
    return this.#peer
  }
}

function asPort(port: MessagePortMain): Port {
  if (port instanceof Port) return port
  throw new Error('stand-in: no port of the main process')
}

export class MessageChannelMain {
  readonly port1: Port
  readonly port2: Port

  constructor() {
    const [port1, port2] = Port.pair()
    this.port1 = port1
    this.port2 = port2
  }
}

/** The ports that live in one page, by their names there. */
export class PortsAbroad {
  readonly #deliver: (message: ToPage) => void
  /** The ends that are here. */
  readonly #here = new Map<string, Port>()
  #last = 0

  constructor(deliver: (message: ToPage) => void) {
    this.#deliver = deliver
  }

  readonly lend = (port: MessagePortMain): string => {
    const id = `main-${++this.#last}`
    this.#move(id, asPort(port))
    return id
  }

  /** One that the page transferred. */
  readonly adopt = (id: string): Port => {
    const [here, there] = Port.pair()
    this.#move(id, there)
    return here
  }

  receive(told: Extract<FromPage, { type: 'port' | 'port-closed' }>): void {
    const port = this.#here.get(told.id)
    if (told.type === 'port') {
      port?.receive({ data: fromWire(told.data), ports: told.ports.map(this.adopt) })
      return
    }
    this.#here.delete(told.id)
    port?.hangUp()
  }

  /** The page is gone, or another. */
  closeAll(): void {
    for (const id of this.#here.keys()) this.receive({ type: 'port-closed', id })
  }

  #move(id: string, port: Port): void {
    const here = port.moveAbroad({
      post: ({ data, ports }) => {
        const lent = ports.map((each) => this.lend(each as unknown as MessagePortMain))
        this.#deliver({ type: 'port', id, data: toWire(data), ports: lent })
      },
      close: () => {
        this.#here.delete(id)
        this.#deliver({ type: 'port-closed', id })
      },
    })
    if (here) this.#here.set(id, here)
  }
}

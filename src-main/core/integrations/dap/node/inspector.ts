import { WebSocket } from 'ws'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import { Pending } from '../adapters/dap-protocol.ts'

export interface InspectorEvent {
  readonly method: string
  readonly params?: unknown
}

const Message = z.union([
  z.object({ id: z.number(), error: z.object({ message: z.string() }) }),
  z.object({ id: z.number(), result: z.unknown().optional() }),
  z.object({ method: z.string(), params: z.unknown().optional() }),
])

const TIMEOUT_MS = 10_000
/** Far more than a page of values. */
const MAX_BYTES = 128 * 1024 * 1024

/** Node's inspector, which speaks the protocol of Chrome's DevTools. */
export class Inspector implements Disposable {
  /** Resolves once it is gone, whoever hung up. */
  readonly closed: Promise<void>
  readonly #socket: WebSocket
  readonly #pending = new Pending()
  readonly #events = new Emitter<InspectorEvent>()

  private constructor(socket: WebSocket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('message', (data) => this.#take(String(data)))
    void this.closed.then(() => this.#pending.close('The program has ended.'))
  }

  readonly onEvent = this.#events.event

  static async connect(url: string, timeoutMs: number): Promise<Inspector> {
    const socket = new WebSocket(url, { handshakeTimeout: timeoutMs, maxPayload: MAX_BYTES })
    const inspector = new Inspector(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.on('error', (cause) => {
        const message = 'The inspector of the program could not be reached.'
        reject(new AppError('unavailable', message, { cause }))
      })
    })
    return inspector
  }

  send(method: string, params: object = {}): Promise<unknown> {
    return this.#pending.ask((id) => this.#socket.send(JSON.stringify({ id, method, params })), {
      what: method,
      timeoutMs: TIMEOUT_MS,
    })
  }

  [Symbol.dispose](): void {
    this.#socket.close()
    this.#pending.close('The program has ended.')
  }

  #take(text: string): void {
    const message = parse(text)
    if (!message) return
    if ('method' in message) this.#events.fire(message)
    else if ('error' in message) this.#pending.reject(message.id, `${message.error.message}.`)
    else this.#pending.resolve(message.id, message.result)
  }
}

/** What is no message says nothing to anybody. */
function parse(text: string): z.infer<typeof Message> | undefined {
  try {
    return Message.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }))
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1'])

/** Reaches the inspector of a Node that runs already, on this machine. */
export async function attachTo(
  { address, port }: { readonly address: string; readonly port: number },
  timeoutMs: number,
): Promise<Inspector> {
  if (!LOOPBACK.has(address)) {
    throw new AppError('denied', 'Only programs on this machine are debugged: name 127.0.0.1.')
  }
  const host = address === '::1' ? '[::1]' : '127.0.0.1'
  const url = await findTarget(`http://${host}:${port}/json/list`, timeoutMs).catch((cause) => {
    const message = `No Node program offers its inspector on port ${port}. Start it with --inspect=${port}.`
    throw new AppError('unavailable', message, { cause })
  })
  return Inspector.connect(url, timeoutMs)
}

async function findTarget(url: string, timeoutMs: number): Promise<string> {
  const answered = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  const [target] = Targets.parse(await answered.json())
  if (!target) throw new AppError('unavailable', 'There is nothing to debug.')
  return target.webSocketDebuggerUrl
}

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort, SHARE_ENV, Worker } from 'node:worker_threads'
import { AppError, type WireError } from '#shared/lib/app-error.ts'
import { assert } from '#shared/lib/assert.ts'

interface Question {
  readonly id: number
  readonly input: unknown
}

type Answer = { readonly id: number } & (
  | { readonly progress: number }
  | { readonly output: unknown }
  | { readonly error: WireError; readonly stack: string }
)

interface Waiting {
  readonly onProgress?: ((progress: number) => void) | undefined
  readonly resolve: (output: unknown) => void
  readonly reject: (reason: unknown) => void
}

export interface WorkerOptions {
  /** `import.meta.url` of the module that the worker's source lies beside. */
  readonly from: string
  /** `compress` for `compress.worker.ts`. */
  readonly name: string
  /** A process may end while calls of this worker are under way. */
  readonly isBackground?: boolean
}

/** Threads that were handed back, by the address of their module, until another caller takes them. */
const idleThreads = new Map<string, IdleThread>()

interface IdleThread {
  readonly worker: Worker
  readonly timer: NodeJS.Timeout
}

const IDLE_MS = 30_000

/**
 * Calls a worker thread, started at the first call. It never keeps the process alive when idle, and
 * ends when disposed; calls still under way are then rejected as cancelled.
 */
export class WorkerCalls<In, Out> implements AsyncDisposable {
  readonly #options: WorkerOptions
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastId = 0

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /**
   * `onProgress` is called with what the worker reports, usually the share that is done. The buffers in
   * `transfer` are moved to the worker instead of copied.
   */
  async call(
    input: In,
    onProgress?: (progress: number) => void,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Out> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const id = ++this.#lastId
    // Throws where the input can't be cloned: then there is nothing to wait for.
    worker.postMessage({ id, input } satisfies Question, transfer)
    this.#waiting.set(id, { resolve, reject, onProgress })
    if (!this.#options.isBackground) worker.ref()
    // What the worker's own handler answered: both are compiled together.
    return (await promise) as Out
  }

  /**
   * As disposing, but a thread without calls under way is kept for 30 seconds, for the next `WorkerCalls`
   * of this worker. The module must discard its state at the first call of another caller.
   */
  async handBack(): Promise<void> {
    const worker = this.#worker
    const { href } = this.#url
    if (!worker || this.#waiting.size > 0 || idleThreads.has(href)) {
      return this[Symbol.asyncDispose]()
    }
    this.#worker = undefined
    stopListening(worker)
    const timer = setTimeout(() => void takeIdleThread(href)?.terminate(), IDLE_MS).unref()
    worker.once('exit', () => takeIdleThread(href)).once('error', () => takeIdleThread(href))
    worker.unref()
    idleThreads.set(href, { worker, timer })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    this.#failAll(new AppError('cancelled', 'Cancelled.'))
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = takeIdleThread(this.#url.href) ?? this.#startThread()
    worker.on('message', (answer: Answer) => this.#settle(worker, answer))
    worker.on('error', (error) => this.#failAll(error))
    worker.on('exit', () => this.#ended(worker))
    // Only now: a listener for messages takes hold of the process again.
    worker.unref()
    return worker
  }

  get #url(): URL {
    return workerUrl(this.#options.from, this.#options.name)
  }

  #startThread(): Worker {
    // Flags of the process (`--input-type`, an inspector's port) are not meant for its workers. The
    // environment is shared: a copy would be that of the time when the thread was started.
    return new Worker(this.#url, { execArgv: [], env: SHARE_ENV, name: this.#options.name })
  }

  #settle(worker: Worker, answer: Answer): void {
    // One that is being ended is awaited: it must go on holding the process.
    if (this.#worker !== worker) return
    const waiting = this.#waiting.get(answer.id)
    if ('progress' in answer) {
      waiting?.onProgress?.(answer.progress)
      return
    }
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) worker.unref()
    if ('output' in answer) waiting?.resolve(answer.output)
    else waiting?.reject(toError(answer))
  }

  #ended(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#failAll(new Error(`The worker ${this.#options.name} ended.`))
  }

  #failAll(reason: unknown): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(reason)
  }
}

/** Returns a thread whose caller it is from then on. */
function takeIdleThread(href: string): Worker | undefined {
  const idle = idleThreads.get(href)
  if (!idle) return undefined
  idleThreads.delete(href)
  clearTimeout(idle.timer)
  stopListening(idle.worker)
  return idle.worker
}

/** By name: Node itself listens to a worker, too. */
function stopListening(worker: Worker): void {
  for (const name of ['message', 'error', 'exit']) worker.removeAllListeners(name)
}

type Handle<In, Out> = (input: In, report: (progress: number) => void) => Out | Promise<Out>

/** The worker's side: answers each call with what `handle` makes of its input. */
export function answerCalls<In, Out>(handle: Handle<In, Out>): void {
  const port = parentPort
  assert(port, 'this module runs as a worker')
  // The far side is a `WorkerCalls` of the same types.
  const run = async ({ id, input }: Question) =>
    handle(input as In, (progress) => port.postMessage({ id, progress } satisfies Answer))
  port.on('message', (question: Question) => {
    const { id } = question
    run(question).then(
      (output) => port.postMessage({ id, output } satisfies Answer),
      (error: unknown) => port.postMessage({ id, ...toFailure(error) } satisfies Answer),
    )
  })
}

function toFailure(error: unknown): { readonly error: WireError; readonly stack: string } {
  const stack = error instanceof Error ? String(error.stack) : String(error)
  return { error: AppError.toWire(error), stack }
}

function toError({ error, stack }: { readonly error: WireError; readonly stack: string }): Error {
  return error.code === 'internal' ? new Error(stack) : AppError.fromWire(error)
}

/** From source: `<name>.worker.ts` beside `from`. Built: `workers/<name>.js` beside the bundle. */
export function workerUrl(from: string, name: string): URL {
  if (from.endsWith('.ts')) return new URL(`./${name}.worker.ts`, from)
  const beside = new URL(`./workers/${name}.js`, from)
  // A part of the bundle may lie in a folder of its own.
  return existsSync(fileURLToPath(beside)) ? beside : new URL(`../workers/${name}.js`, from)
}

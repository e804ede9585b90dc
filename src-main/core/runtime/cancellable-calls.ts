import { cancelled, orAborted } from './or-aborted.ts'
import { answerCalls, WorkerCalls, type WorkerOptions } from './worker-entry.ts'

type Request<In> =
  | { readonly type: 'work'; readonly id: number; readonly input: In }
  | { readonly type: 'cancel'; readonly id: number }

type Reply<Out> = { readonly type: 'done'; readonly output: Out } | { readonly type: 'cancelled' }

/** Calls of a worker thread that stop there when nobody waits for them any more. */
export class CancellableCalls<In, Out> implements AsyncDisposable {
  readonly #worker: WorkerCalls<Request<In>, Reply<Out>>
  #lastId = 0

  constructor(options: WorkerOptions) {
    this.#worker = new WorkerCalls(options)
  }

  /** Whether the worker has ever been called: it is started by the first call. */
  get isStarted(): boolean {
    return this.#lastId > 0
  }

  async call(input: In, signal?: AbortSignal): Promise<Out> {
    if (signal?.aborted) throw cancelled()
    const id = ++this.#lastId
    // What was asked fails then, which is what its caller is told.
    const cancel = () => void this.#worker.call({ type: 'cancel', id }).catch(() => {})
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const reply = await this.#worker.call({ type: 'work', id, input })
      if (reply.type === 'done') return reply.output
      throw cancelled()
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker[Symbol.asyncDispose]()
  }
}

/** The worker's side. `work` may wait its turn behind others: nobody waits for that once it is cancelled. */
export function answerCancellable<In, Out>(
  work: (input: In, signal: AbortSignal) => Promise<Out>,
): void {
  const under = new Map<number, AbortController>()
  answerCalls<Request<In>, Reply<Out>>(async (request) => {
    if (request.type === 'cancel') {
      under.get(request.id)?.abort()
      return { type: 'cancelled' }
    }
    const controller = new AbortController()
    const { signal } = controller
    under.set(request.id, controller)
    try {
      return { type: 'done', output: await orAborted(work(request.input, signal), signal) }
    } finally {
      under.delete(request.id)
    }
  })
}

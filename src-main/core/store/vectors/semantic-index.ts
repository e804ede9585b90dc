import { WorkerCalls } from '../../runtime/worker-entry.ts'
import type { SemanticAnswer, SemanticCall } from './semantic.worker.ts'

type Ask = SemanticCall extends infer Call
  ? Call extends SemanticCall
    ? Omit<Call, 'dataDir'>
    : never
  : never

/** The pieces of projects' files, kept and asked in a worker thread, in a file of their own. */
export class SemanticIndex implements AsyncDisposable {
  readonly #dataDir: string
  readonly #worker = new WorkerCalls<SemanticCall, SemanticAnswer>({
    from: import.meta.url,
    name: 'semantic',
  })

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  ask(call: Ask): Promise<SemanticAnswer> {
    return this.#worker.call({ ...call, dataDir: this.#dataDir })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker[Symbol.asyncDispose]()
  }
}

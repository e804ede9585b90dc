import { AppError } from '#shared/error.ts'
import { assert } from '#shared/lib/assert.ts'
import { releasePipes } from '../git/release-pipes.ts'
import { WorkerCalls } from '../worker-entry.ts'
import { Serial } from './serial.ts'
import type {
  ReadContent,
  TreePlace,
  TreeQuestion,
  TreeReply,
  TreeRequest,
} from './tree-protocol.ts'

type Type = TreeQuestion['type']
type ReplyTo<T extends Type> = Extract<TreeReply, { type: T }>

/** Stores what was read; the worker waits until it is done. */
export type StoreContents = (contents: readonly ReadContent[]) => Promise<void>

/** Asks the worker that knows a project's tree; it is started when first asked. */
export class TreeClient implements AsyncDisposable {
  readonly #place: TreePlace
  readonly #store: StoreContents
  readonly #serial = new Serial()
  readonly #worker = new WorkerCalls<TreeRequest, TreeReply>({
    from: import.meta.url,
    name: 'tree',
  })
  #isDisposed = false

  constructor(root: string, store: StoreContents, leftOut?: string) {
    this.#place = { root, ...(leftOut !== undefined && { leftOut }) }
    this.#store = store
  }

  /** Sends a question to the worker, after the previous ones. Fails with `cancelled` once disposed. */
  ask<T extends Type>(question: Extract<TreeQuestion, { type: T }>): Promise<ReplyTo<T>> {
    return this.#serial.run(async () => {
      this.#throwIfDisposed()
      using _ = releasePipes(this.#place.root)
      let reply = await this.#worker.call({ ...question, ...this.#place })
      while (reply.type === 'contents') {
        await this.#store(reply.contents)
        this.#throwIfDisposed()
        reply = await this.#worker.call({ type: 'taken' })
      }
      assert(isReplyTo<T>(question, reply), 'the worker answers what it was asked')
      return reply
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    await this.#worker[Symbol.asyncDispose]()
  }

  /** A call after disposal would start a new worker, which knows no tree. */
  #throwIfDisposed(): void {
    if (this.#isDisposed) throw new AppError('cancelled', 'The session was closed.')
  }
}

function isReplyTo<T extends Type>(question: TreeQuestion, reply: TreeReply): reply is ReplyTo<T> {
  return reply.type === question.type
}

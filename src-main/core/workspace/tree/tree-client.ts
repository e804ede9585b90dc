import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/lib/app-error.ts'
import { assert } from '#shared/lib/assert.ts'
import { releasePipes } from '../../git/release-pipes.ts'
import { Serial } from '../../runtime/serial-queue.ts'
import { WorkerCalls } from '../../runtime/worker-entry.ts'
import type {
  ReadContent,
  TreeChange,
  TreePlace,
  TreeQuestion,
  TreeReply,
  TreeRequest,
} from './tree-protocol.ts'

type Type = TreeQuestion['type']
type ReplyTo<T extends Type> = Extract<TreeReply, { type: T }>

/** Stores what was read; the worker waits until it is done. */
type StoreContents = (contents: readonly ReadContent[]) => Promise<void>

/** Asks the worker that knows a project's tree; it is started when first asked. */
export class TreeClient implements AsyncDisposable {
  readonly #place: TreePlace
  readonly #store: StoreContents
  readonly #serial = new Serial()
  readonly #worker = new WorkerCalls<TreeRequest, TreeReply>({
    from: import.meta.url,
    name: 'tree',
  })
  /** Also while contents are stored that the worker waits to have taken. */
  #isAsking = false
  #isDisposed = false

  constructor(root: string, store: StoreContents, leftOut?: string) {
    this.#place = { client: randomUUID(), root, ...(leftOut !== undefined && { leftOut }) }
    this.#store = store
  }

  /** Sends a question to the worker, after the previous ones. Fails with `cancelled` once disposed. */
  ask<T extends Type>(question: Extract<TreeQuestion, { type: T }>): Promise<ReplyTo<T>> {
    return this.#serial.run(async () => {
      this.#throwIfDisposed()
      using _ = releasePipes(this.#place.root)
      this.#isAsking = true
      let reply = await this.#worker.call({ ...question, ...this.#place })
      const changes: TreeChange[] = []
      while (reply.type === 'contents' || reply.type === 'changes') {
        if (reply.type === 'contents') await this.#store(reply.contents)
        else changes.push(...reply.changes)
        this.#throwIfDisposed()
        reply = await this.#worker.call({ type: 'taken' })
      }
      this.#isAsking = false
      const whole = withChanges(changes, reply)
      assert(isReplyTo<T>(question, whole), 'the worker answers what it was asked')
      return whole
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    await (this.#isAsking ? this.#worker[Symbol.asyncDispose]() : this.#worker.handBack())
  }

  /** A call after disposal would start a new worker, which knows no tree. */
  #throwIfDisposed(): void {
    if (this.#isDisposed) throw new AppError('cancelled', 'The session was closed.')
  }
}

/** Puts the changes that came first before those of the answer. */
function withChanges(first: readonly TreeChange[], reply: TreeReply): TreeReply {
  if (first.length === 0) return reply
  if (reply.type === 'compare') return { ...reply, changes: [...first, ...reply.changes] }
  if (reply.type !== 'snapshot') return reply
  const { taken } = reply
  return { ...reply, taken: { ...taken, changes: [...first, ...taken.changes] } }
}

function isReplyTo<T extends Type>(question: TreeQuestion, reply: TreeReply): reply is ReplyTo<T> {
  return reply.type === question.type
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#shared/lib/app-error.ts'
import { WorkerCalls } from '../../runtime/worker-entry.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import { type Db, prepareReading, prepareReadingOf } from '../database/database.ts'
import type { Report } from '../database/store-error.ts'
import { upTo } from './blobs.ts'

interface RawBlob {
  readonly id: number
  /** Tells whose id it is: what is freed meanwhile gives its own to what is stored next. */
  readonly hash: string
  readonly bytes: number
}

/** Less than this is not worth starting a worker for; it waits until more has come together. */
const WORTHWHILE_BYTES = 1024 * 1024
const BATCH_BLOBS = 32
const BATCH_BYTES = 512 * 1024

/** Compresses blobs after they were stored, in a worker thread, a few at a time. */
export class Compressor implements AsyncDisposable {
  readonly #queue: CommitQueue
  readonly #report: Report
  readonly #worker = new WorkerCalls<readonly Uint8Array[], Uint8Array[]>({
    from: import.meta.url,
    name: 'compress',
    isBackground: true,
  })
  readonly #sql
  #waitingBytes: number
  #running: Promise<void> | undefined
  #isDisposed = false

  constructor(db: Db, queue: CommitQueue, report: Report) {
    this.#queue = queue
    this.#report = report
    this.#sql = {
      next: prepareReading<[number], RawBlob>(
        db,
        `SELECT id, hash, bytes FROM blob WHERE encoding = 'raw' ORDER BY id LIMIT ?`,
      ),
      content: prepareReadingOf<[number], Buffer>(db, 'SELECT content FROM blob WHERE id = ?'),
      compressed: db.prepare(
        `UPDATE blob SET encoding = 'zstd', content = ? WHERE id = ? AND hash = ?`,
      ),
      incompressible: db.prepare(`UPDATE blob SET encoding = 'plain' WHERE id = ? AND hash = ?`),
    }
    const waiting = prepareReadingOf<[], number>(
      db,
      `SELECT total(bytes) FROM blob WHERE encoding = 'raw'`,
    )
    this.#waitingBytes = waiting.get() ?? 0
  }

  /** Takes note of bytes that were stored raw; begins once enough wait, earlier starts' included. */
  add(bytes: number): void {
    this.#waitingBytes += bytes
    if (this.#waitingBytes < WORTHWHILE_BYTES || this.#isDisposed) return
    this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    try {
      while (!this.#isDisposed && (await this.#compressBatch()) > 0);
    } catch (error) {
      // What was not compressed stays as it is, and can be read.
      if (!isCancelled(error)) this.#report(error, 'compressing what is kept')
    } finally {
      this.#running = undefined
    }
  }

  async #compressBatch(): Promise<number> {
    // The turn that stored them has done enough: starting a worker takes as long again.
    await nextTurn()
    if (this.#isDisposed) return 0
    this.#waitingBytes = 0
    const blobs = upTo(BATCH_BYTES, this.#sql.next.all(BATCH_BLOBS), ({ bytes }) => bytes)
    if (blobs.length === 0) return 0
    const contents = blobs.map(({ id }) => this.#sql.content.get(id) ?? Buffer.alloc(0))
    const packed = await this.#worker.call(contents)
    return await this.#queue.enqueue(() => this.#replace(blobs, packed))
  }

  #replace(blobs: readonly RawBlob[], packed: readonly Uint8Array[]): number {
    for (const [index, { id, hash, bytes }] of blobs.entries()) {
      const content = packed[index]
      if (content && content.byteLength < bytes) this.#sql.compressed.run(content, id, hash)
      else this.#sql.incompressible.run(id, hash)
    }
    return blobs.length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    await this.#worker[Symbol.asyncDispose]()
    await this.#running
  }
}

/** By disposing. */
function isCancelled(error: unknown): boolean {
  return AppError.is(error) && error.code === 'cancelled'
}

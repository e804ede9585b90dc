import { callAll } from '#shared/lib/call-all.ts'
import type { Db } from './database.ts'
import { toStoreError } from './database.ts'

interface Job {
  /** Answers what to do once it is durable. */
  readonly run: () => () => void
  readonly reject: (reason: unknown) => void
}

interface Written {
  /** Nothing is left for another transaction. */
  readonly isWhole: boolean
  /** What to do now that it is durable, or has failed. */
  readonly outcomes: readonly (() => void)[]
}

/** Writes of others, which go before the jobs of every group. */
export interface Precursor {
  /** Writes as much of what waits as one turn bears; answers whether that is all. */
  readonly write: () => boolean
  /** What `write` wrote is durable now. Not called when the group failed. */
  readonly written: () => void
}

/** How long what is in no hurry waits for something that is. */
const SOON_MS = 20

/**
 * Groups writes: all that is asked for in one turn of the event loop becomes durable in one
 * transaction, after what precedes it: where that is much, it is written first, in turns of its own.
 * What is in no hurry goes with the next that is, so a commit keeps the order of what was asked. A job that fails is undone alone; a transaction that fails rejects all its jobs, and the next one
 * starts afresh.
 */
export class CommitQueue {
  readonly #db: Db
  readonly #precursors: Precursor[] = []
  #jobs: Job[] = []
  #isRequested = false
  #soon: NodeJS.Timeout | undefined

  constructor(db: Db) {
    this.#db = db
  }

  precede(precursor: Precursor): void {
    this.#precursors.push(precursor)
  }

  /** Resolves with what `write` answers once it is durable; `announce` is called then, in order. */
  enqueue<T>(write: () => T, announce?: (value: T) => void): Promise<T> {
    this.request()
    return this.#add(write, announce)
  }

  /** As `enqueue`, with the next commit or within 20 ms: for what nobody waits to be durable. */
  enqueueSoon<T>(write: () => T, announce?: (value: T) => void): Promise<T> {
    if (!this.#isRequested) this.#soon ??= setTimeout(() => this.#commitPart(), SOON_MS)
    return this.#add(write, announce)
  }

  /** Writes what can be made again: nobody is told whether it became durable. */
  put(write: () => void): void {
    this.enqueue(write).catch(() => undefined)
  }

  /** Asks for a commit at the end of this turn of the event loop. */
  request(): void {
    if (this.#isRequested) return
    this.#isRequested = true
    setImmediate(() => {
      if (this.#isRequested) this.#commitPart()
    })
  }

  /** Before a read that has to see what was asked for. */
  catchUp(): void {
    if (this.#jobs.length > 0) this.commit()
  }

  /** Commits what waits, at once. Throws where a listener did, once everybody was told. */
  commit(): void {
    while (!this.#commitPart());
  }

  #add<T>(write: () => T, announce: ((value: T) => void) | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#jobs.push({ run: () => settleWith(write(), resolve, announce), reject })
    })
  }

  /** One transaction. Answers whether nothing waits any more. */
  #commitPart(): boolean {
    this.#isRequested = false
    clearTimeout(this.#soon)
    this.#soon = undefined
    const jobs = this.#jobs
    this.#jobs = []
    const { isWhole, outcomes } = this.#write(jobs)
    if (!isWhole) this.#jobs.unshift(...jobs)
    if (!isWhole) this.request()
    callAll(outcomes)
    return isWhole
  }

  #write(jobs: readonly Job[]): Written {
    try {
      const { isWhole, outcomes } = this.#db.transaction(() => this.#run(jobs)).immediate()
      const written = this.#precursors.map((precursor) => () => precursor.written())
      return { isWhole, outcomes: [...written, ...outcomes] }
    } catch (error) {
      const reason = toStoreError(error)
      return { isWhole: true, outcomes: jobs.map((job) => () => job.reject(reason)) }
    }
  }

  #run(jobs: readonly Job[]): Written {
    const isWhole = this.#precursors.map((precursor) => precursor.write()).every(Boolean)
    return { isWhole, outcomes: isWhole ? jobs.map((job) => this.#attempt(job)) : [] }
  }

  #attempt(job: Job): () => void {
    try {
      return this.#db.transaction(job.run)()
    } catch (error) {
      // A full or failing disk ends the whole transaction: then nothing of the group may go on.
      if (!this.#db.inTransaction) throw error
      return () => job.reject(toStoreError(error))
    }
  }
}

function settleWith<T>(
  value: T,
  resolve: (value: T) => void,
  announce: ((value: T) => void) | undefined,
): () => void {
  return () => {
    resolve(value)
    announce?.(value)
  }
}

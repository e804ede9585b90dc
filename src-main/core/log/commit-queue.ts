import { callAll } from '#shared/lib/call-all.ts'
import type { Db } from './database.ts'
import { toStoreError } from './database.ts'

interface Job {
  /** Answers what to do once it is durable. */
  readonly run: () => () => void
  readonly reject: (reason: unknown) => void
}

/** Writes of others, which go before the jobs of every group. */
export interface Precursor {
  readonly write: () => void
  /** What `write` wrote is durable now. Not called when the group failed. */
  readonly written: () => void
}

/**
 * Groups writes: all that is asked for in one turn of the event loop becomes durable in one
 * transaction. A job that fails is undone alone; a transaction that fails rejects all its jobs, and
 * the next one starts afresh.
 */
export class CommitQueue {
  readonly #db: Db
  readonly #precursors: Precursor[] = []
  #jobs: Job[] = []
  #isRequested = false

  constructor(db: Db) {
    this.#db = db
  }

  precede(precursor: Precursor): void {
    this.#precursors.push(precursor)
  }

  /** Resolves with what `write` answers once it is durable; `announce` is called then, in order. */
  enqueue<T>(write: () => T, announce?: (value: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#jobs.push({ run: () => settleWith(write(), resolve, announce), reject })
      this.request()
    })
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
      if (this.#isRequested) this.commit()
    })
  }

  /** Commits what waits, at once. Throws where a listener did, once everybody was told. */
  commit(): void {
    this.#isRequested = false
    const jobs = this.#jobs
    this.#jobs = []
    callAll(this.#outcomes(jobs))
  }

  #outcomes(jobs: readonly Job[]): readonly (() => void)[] {
    try {
      const outcomes = this.#db.transaction(() => this.#run(jobs)).immediate()
      return [...this.#precursors.map((precursor) => () => precursor.written()), ...outcomes]
    } catch (error) {
      const reason = toStoreError(error)
      return jobs.map((job) => () => job.reject(reason))
    }
  }

  #run(jobs: readonly Job[]): (() => void)[] {
    for (const precursor of this.#precursors) precursor.write()
    return jobs.map((job) => this.#attempt(job))
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

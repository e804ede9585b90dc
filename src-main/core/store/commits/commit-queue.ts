import { AppError } from '#shared/lib/app-error.ts'
import { callAll, Emitter } from '#shared/lib/emitter.ts'
import { type Db, isLocked, toFailure, withoutLockWait } from '../database/database.ts'
import { type Report, raise, tellUnwritable } from '../database/store-error.ts'
import { HeldWrites, type Redoable } from './held-writes.ts'

interface Job {
  /** Writes; answers what to do once it is durable. May be called again where that came to nothing. */
  readonly run: () => () => void
  readonly reject: (reason: unknown) => void
}

interface Outcome {
  /** Nothing is left for another transaction. */
  readonly isWhole: boolean
  /** Nothing was written, because another program has locked the store. */
  readonly isLocked?: boolean
  /** What to do now that it is durable, or has failed. */
  readonly outcomes: readonly (() => void)[]
}

interface Group extends Outcome, Redoable {}

/** Writes of others, which go before the jobs of every group. */
export interface Precursor {
  /**
   * Writes as much of what waits as one turn bears. Its `redo` writes the same again, whatever has
   * come to be since: it goes by what was settled here, and by the rows as they are then.
   */
  readonly write: () => Preceding
}

export interface Preceding extends Redoable {
  /** Nothing more waits. */
  readonly isWhole: boolean
  /** It is durable now. Not called when the group failed. */
  readonly written: () => void
}

/** How long what is in no hurry waits for something that is. */
const SOON_MS = 20
/** How often it is tried to bring to disk what is held. */
const SAVE_AGAIN_MS = 2000
/** How often a commit is tried again while another program has locked the store. */
const LOCK_RETRY_MS = 50
/** How long a lock may last before a person is told. */
const LOCK_NOTICE_MS = 2000
const LOCKED =
  'Another program has locked the store. Orrery saves new events once it is unlocked. If that program hangs, close it.'

/**
 * Groups writes: all that is asked for in one turn of the event loop becomes durable in one
 * transaction, after what precedes it: where that is much, it is written first, in turns of its own.
 * What is in no hurry goes with the next that is, so a commit keeps the order of what was asked. A
 * job that fails is undone alone; a transaction that fails rejects all its jobs, and the next one
 * starts afresh. Where the disk takes nothing, writes are held in memory, and count as durable, until
 * it does again. While another program has locked the store, they wait, without holding the thread.
 */
export class CommitQueue implements Disposable {
  readonly #db: Db
  readonly #report: Report
  readonly #precursors: Precursor[] = []
  #jobs: Job[] = []
  #isRequested = false
  #soon: NodeJS.Timeout | undefined
  #held: HeldWrites | undefined
  #toldUnsaved: string | undefined
  #saving: NodeJS.Timeout | undefined
  #lockedSince: number | undefined
  #retry: NodeJS.Timeout | undefined
  readonly #savingChanged = new Emitter<void>()
  /** Called when `unsaved` has changed. */
  readonly onDidChangeSaving = this.#savingChanged.event

  constructor(db: Db, report: Report = raise) {
    this.#db = db
    this.#report = report
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
    if (!this.#isRequested && !this.#retry)
      this.#soon ??= setTimeout(() => this.#commitPart(), SOON_MS)
    return this.#add(write, announce)
  }

  /** Writes what can be made again: nobody is told whether it became durable. */
  put(write: () => void): void {
    this.enqueue(write).catch(() => undefined)
  }

  /** Asks for a commit at the end of this turn of the event loop. */
  request(): void {
    if (this.#isRequested || this.#retry) return
    this.#isRequested = true
    setImmediate(() => {
      if (this.#isRequested) this.#commitPart()
    })
  }

  /** Before a read that has to see what was asked for. */
  catchUp(): void {
    if (this.#jobs.length > 0) this.commit()
  }

  /**
   * Commits what waits, at once. Throws where a listener did, once everybody was told. Fails with `unavailable`
   * if another program locks the store for seconds; what waits is written later.
   */
  commit(): void {
    while (!this.#commitPart({ canHold: true })) {
      if (this.#retry) throw new AppError('unavailable', LOCKED)
    }
  }

  /**
   * Why writes are held in memory alone, or wait for another program, as a sentence; `undefined`: all that counts
   * as durable is.
   */
  get unsaved(): string | undefined {
    if (this.#held) return this.#held.told
    const isLong =
      performance.now() - (this.#lockedSince ?? Number.POSITIVE_INFINITY) > LOCK_NOTICE_MS
    return isLong ? LOCKED : undefined
  }

  /** Tries at once to bring to disk what is held: answers whether nothing is. */
  save(): boolean {
    this.commit()
    return this.#save()
  }

  #add<T>(write: () => T, announce: ((value: T) => void) | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#jobs.push({ run: () => settleWith(write(), resolve, announce), reject })
    })
  }

  /**
   * One transaction. Answers whether nothing waits any more. With `canHold`, another program's lock holds the
   * thread for some seconds. What still meets it is tried again later.
   */
  #commitPart({ canHold = false } = {}): boolean {
    this.#isRequested = false
    clearTimeout(this.#soon)
    this.#soon = undefined
    clearTimeout(this.#retry)
    this.#retry = undefined
    const jobs = this.#jobs
    this.#jobs = []
    const { isWhole, isLocked = false, outcomes } = this.#write(jobs, canHold)
    if (!isWhole) this.#jobs.unshift(...jobs)
    if (isLocked) this.#retryLater()
    else if (!isWhole) this.request()
    if (!isLocked) this.#lockedSince = undefined
    callAll([...outcomes, () => this.#tellSaving()])
    return isWhole
  }

  #retryLater(): void {
    this.#lockedSince ??= performance.now()
    this.#retry = setTimeout(() => this.#commitPart(), LOCK_RETRY_MS)
  }

  #write(jobs: readonly Job[], canHold: boolean): Outcome {
    try {
      if (this.#held) return this.#held.add(() => this.#run(jobs))
      using _waiting = canHold ? undefined : withoutLockWait(this.#db)
      return this.#db.transaction(() => this.#run(jobs)).immediate()
    } catch (error) {
      if (!this.#held && isLocked(error)) {
        return { isWhole: false, isLocked: true, outcomes: [] }
      }
      const reason = toFailure(this.#db, error)
      const told = this.#held ? undefined : tellUnwritable(error)
      const held = told === undefined ? undefined : this.#hold(jobs, told)
      return held ?? { isWhole: true, outcomes: jobs.map((job) => () => job.reject(reason)) }
    }
  }

  /** `undefined`: not even in memory can it be written. */
  #hold(jobs: readonly Job[], told: string): Outcome | undefined {
    try {
      const held = new HeldWrites(this.#db, { why: told, report: this.#report })
      const group = held.add(() => this.#run(jobs))
      this.#held = held
      this.#saving = setInterval(() => this.#trySaving(), SAVE_AGAIN_MS)
      this.#saving.unref()
      return group
    } catch {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
      return undefined
    }
  }

  #trySaving(): void {
    try {
      this.#save()
    } catch (error) {
      this.#report(error, 'saving what is held in memory')
    }
  }

  /** Answers whether nothing is held in memory alone. */
  #save(): boolean {
    const isSaved = this.#held?.save() ?? true
    if (isSaved) {
      clearInterval(this.#saving)
      this.#held = undefined
    }
    this.#tellSaving()
    return isSaved
  }

  #tellSaving(): void {
    const { unsaved } = this
    if (unsaved === this.#toldUnsaved) return
    this.#toldUnsaved = unsaved
    this.#savingChanged.fire()
  }

  #run(jobs: readonly Job[]): Group {
    const preceding = this.#precursors.map((precursor) => precursor.write())
    const isWhole = preceding.every((one) => one.isWhole)
    const attempts = isWhole ? jobs.map((job) => this.#attempt(job)) : []
    return {
      isWhole,
      outcomes: [
        ...preceding.map(({ written }) => written),
        ...attempts.map(({ outcome }) => outcome),
      ],
      redo: () => {
        for (const { redo } of preceding) redo()
        for (const { redo } of attempts) redo()
      },
    }
  }

  #attempt(job: Job): Redoable & { readonly outcome: () => void } {
    try {
      return { outcome: this.#db.transaction(job.run)(), redo: job.run }
    } catch (error) {
      // A full or failing disk ends the whole transaction: then nothing of the group may go on.
      if (!this.#db.inTransaction) throw error
      const reason = toFailure(this.#db, error)
      return { outcome: () => job.reject(reason), redo: () => undefined }
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#soon)
    clearTimeout(this.#retry)
    clearInterval(this.#saving)
    for (const { reject } of this.#jobs) reject(new AppError('unavailable', LOCKED))
    this.#jobs = []
    this.#savingChanged[Symbol.dispose]()
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

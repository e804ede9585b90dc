import type { Indexing } from '#shared/contract/procedures/search.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { Batch } from './batch.ts'
import type { IndexFile, Source } from './index-file.ts'
import type { ListedSession, StoreReader } from './store-reader.ts'

interface Stretch {
  readonly batch: Batch
  readonly source: Source
  readonly project: string
  /** How much of the log it took in. */
  readonly events: number
  readonly isLast: boolean
}

/** What goes into one transaction at most. */
const EVENTS = 2_000
const CHARS = 500_000
/** Rests between two of them, so that runs get the processor. */
const REST_MS = 8
/** So many events are indexed before a question is answered; of more it is told that they are missing. */
const HURRIED = 500

/** Brings the index up to the log, a stretch at a time, so that questions are answered in between. */
export class Indexer implements Disposable {
  readonly #store: StoreReader
  readonly #index: IndexFile
  /** Sessions that may have more to index, and how far their logs are known to go. */
  readonly #behind = new Map<SessionId, number>()
  /** Whose logs can't be read by this version. */
  readonly #unreadable = new Set<SessionId>()
  #total = 0
  #isMaking = false
  #isDisposed = false
  #running: Promise<void> | undefined

  constructor(store: StoreReader, index: IndexFile) {
    this.#store = store
    this.#index = index
    this.#compare()
  }

  /** Indexes what little is missing, for whoever asks now. */
  hurry(): void {
    const missing = this.#missing()
    if (missing > 0 && missing <= HURRIED) this.#indexSome()
  }

  /** Absent: all but the newest events can be found. */
  get indexing(): Indexing | undefined {
    if (!this.#isMaking) return undefined
    return { done: Math.max(0, this.#total - this.#missing()), total: this.#total }
  }

  /** Resolves once what these sessions have logged by now can be found. */
  async follow(changed: readonly SessionId[]): Promise<void> {
    for (const id of changed) this.#add(id)
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  /** They can't be found any more when it returns; the file is rid of them a little later. */
  forget(deleted: readonly SessionId[]): void {
    for (const id of deleted) {
      this.#behind.delete(id)
      this.#remove(this.#index.find(id))
    }
  }

  /** What the index says of logs that are gone, or are others now, goes; what is missing is noted. */
  #compare(): void {
    const listed = this.#store.list()
    const there = new Map(listed.map((one) => [one.id, one]))
    for (const source of this.#index.sources()) {
      const session = there.get(source.sessionId)
      if (!session || !this.#isSame(source)) this.#remove(source)
    }
    for (const { id, lastSeq } of listed) {
      this.#total += lastSeq
      if (lastSeq > (this.#index.find(id)?.cursor ?? 0)) this.#behind.set(id, lastSeq)
    }
    this.#isMaking = this.#missing() > HURRIED
  }

  #missing(): number {
    let missing = 0
    for (const [id, lastSeq] of this.#behind)
      missing += lastSeq - (this.#index.find(id)?.cursor ?? 0)
    return missing
  }

  #isSame({ sessionId, markSeq, markAt }: Source): boolean {
    return markSeq === 0 || this.#store.event(sessionId, markSeq)?.at === markAt
  }

  #remove(source: Source | undefined): void {
    if (source) this.#index.transact(() => this.#index.forget(source))
  }

  #add(id: SessionId): void {
    const session = this.#store.find(id)
    if (!session) this.forget([id])
    if (!session || this.#unreadable.has(id)) return
    // What happens now is found first, however much of the past is missing.
    const others = [...this.#behind]
    this.#behind.clear()
    this.#behind.set(id, session.lastSeq)
    for (const [other, lastSeq] of others) if (other !== id) this.#behind.set(other, lastSeq)
  }

  async #run(): Promise<void> {
    while (!this.#isDisposed && this.#hasWork()) await rest()
  }

  /** Does some of it; answers whether there is more. */
  #hasWork(): boolean {
    if (this.#behind.size > 0) {
      this.#indexSome()
      return true
    }
    this.#isMaking = false
    return this.#index.purgeSome()
  }

  /** One transaction. */
  #indexSome(): void {
    const done: SessionId[] = []
    this.#index.transact(() => {
      const stretches = this.#readSome(done)
      this.#index.write(stretches)
    })
    for (const id of done) this.#behind.delete(id)
  }

  /** `done` is told of those of which there is no more. */
  #readSome(done: SessionId[]): readonly Stretch[] {
    const stretches: Stretch[] = []
    let [events, chars] = [0, 0]
    for (const id of this.#behind.keys()) {
      const stretch = this.#read(id, EVENTS - events)
      if (stretch?.isLast !== false) done.push(id)
      if (!stretch) continue
      stretches.push(stretch)
      events += stretch.events
      chars += stretch.batch.chars
      if (events >= EVENTS || chars >= CHARS) break
    }
    return stretches
  }

  /** `undefined`: there is nothing more of it, or it can't be read. */
  #read(id: SessionId, limit: number): Stretch | undefined {
    const session = this.#store.find(id)
    if (!session) return undefined
    try {
      return this.#readOn(session, limit)
    } catch (error) {
      if (!AppError.is(error) || error.code !== 'unsupported') throw error
      // A newer Orrery wrote it: none of its panels can show it either.
      this.#unreadable.add(id)
      return undefined
    }
  }

  #readOn({ id, projectId, lastSeq }: ListedSession, limit: number): Stretch | undefined {
    const source = this.#index.begin(id)
    const page = this.#store.read(id, { after: source.cursor, limit })
    if (!page) return undefined
    const batch = new Batch(this.#index.leftOpen(source.id), this.#store.content)
    let through = source.cursor
    let mark = { markSeq: source.markSeq, markAt: source.markAt }
    for (const event of page.events) {
      batch.add(event)
      through = event.seq
      mark = { markSeq: event.seq, markAt: event.at }
      if (batch.chars >= CHARS) break
    }
    const isWhole = batch.chars < CHARS
    const cursor = isWhole ? page.through : through
    return {
      batch,
      source: { ...source, ...mark, cursor },
      project: projectId,
      events: cursor - source.cursor,
      isLast: cursor >= lastSeq,
    }
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
  }
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS))
}

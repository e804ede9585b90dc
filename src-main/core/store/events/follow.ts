import type { AnyEvent } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'

/** What is followed: an `EventLog`. */
interface Followed {
  read(sessionId: SessionId, range: { readonly after: number }): Iterable<readonly AnyEvent[]>
  readonly onDidAppend: (listener: (events: readonly AnyEvent[]) => void) => Disposable
  readonly onDidForget: (listener: (sessionId: SessionId) => void) => Disposable
}

interface Following {
  readonly sessionId: SessionId
  readonly after: number
  readonly signal: AbortSignal
}

/** How many events may wait in memory for a slow reader before it is fed from the log again. */
const KEPT = 512

/** See `EventLog.follow`. */
export async function* follow(
  log: Followed,
  { sessionId, after, signal }: Following,
): AsyncGenerator<readonly AnyEvent[]> {
  using tail = new Tail(log, sessionId)
  for (let cursor = after; !signal.aborted && !tail.isEnded; ) {
    const events = tail.take(cursor) ?? firstOf(log.read(sessionId, { after: cursor }))
    const last = events?.at(-1)
    if (!events || !last) {
      await tail.changed(signal)
      continue
    }
    yield events
    cursor = last.seq
  }
}

function firstOf<T>(values: Iterable<T>): T | undefined {
  for (const value of values) return value
  return undefined
}

/** The last events of a session's log that were appended while nobody took them. */
class Tail implements Disposable {
  #events: AnyEvent[] = []
  #wake: (() => void) | undefined
  #isEnded = false
  readonly #subscriptions = new DisposableStack()

  constructor(log: Pick<Followed, 'onDidAppend' | 'onDidForget'>, sessionId: SessionId) {
    this.#subscriptions.use(
      log.onDidAppend((events) => {
        if (events[0]?.sessionId === sessionId) this.#add(events)
      }),
    )
    this.#subscriptions.use(
      log.onDidForget((forgotten) => {
        if (forgotten === sessionId) this.#end()
      }),
    )
  }

  /** Its session was deleted: nothing comes any more. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  /** What comes right after `cursor`; `undefined` where that is not at hand. Forgets the rest. */
  take(cursor: number): readonly AnyEvent[] | undefined {
    const events = this.#events
    this.#events = []
    const index = events.findIndex((event) => event.seq === cursor + 1)
    return index < 0 ? undefined : events.slice(index)
  }

  /** Resolves at the next append, at the end, or when aborted. */
  async changed(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => resolve()
    this.#wake = wake
    signal.addEventListener('abort', wake, { once: true })
    await promise
    signal.removeEventListener('abort', wake)
  }

  #add(events: readonly AnyEvent[]): void {
    if (this.#events.length > KEPT) this.#events = []
    for (const event of events) this.#events.push(event)
    this.#wakeUp()
  }

  #end(): void {
    this.#isEnded = true
    this.#wakeUp()
  }

  #wakeUp(): void {
    this.#wake?.()
    this.#wake = undefined
  }

  [Symbol.dispose](): void {
    this.#subscriptions[Symbol.dispose]()
  }
}

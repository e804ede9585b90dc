/** How long the thread is held before others get their turn. */
const HELD_MS = 8

/** Yields each value in turn, and lets the event loop run whenever the thread was held for long. */
export async function* inTurns<T>(values: Iterable<T>): AsyncGenerator<T> {
  let since = performance.now()
  for (const value of values) {
    yield value
    if (performance.now() - since < HELD_MS) continue
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
  }
}

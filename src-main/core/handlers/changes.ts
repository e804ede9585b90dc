import type { Change } from '#shared/contract/host.ts'
import type { Emitter } from '#shared/lib/emitter.ts'

/**
 * What changes from now on, until `signal` aborts. A change that a slow reader has not taken yet is
 * not told twice.
 */
export async function* followChanges(
  changes: Emitter<Change>,
  signal: AbortSignal,
): AsyncGenerator<Change> {
  const waiting = new Map<string, Change>()
  let wake: () => void = () => undefined
  using _listening = changes.event((change) => {
    waiting.set(JSON.stringify(change), change)
    wake()
  })
  signal.addEventListener('abort', () => wake(), { once: true })
  while (!signal.aborted) {
    for (const [key, change] of waiting) {
      waiting.delete(key)
      yield change
    }
    if (waiting.size > 0 || signal.aborted) continue
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    await promise
  }
}

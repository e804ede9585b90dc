import { AsyncLocalStorage } from 'node:async_hooks'

/** A run that an escaped exception can end. */
interface Endable {
  fail(error: unknown): void
}

const scope = new AsyncLocalStorage<Endable>()

/** Whatever `work` starts belongs to this run, also what it loses sight of. */
export function inScopeOf<T>(run: Endable, work: () => T): T {
  return scope.run(run, work)
}

/**
 * While runs are on, an exception that a library lets escape ends the run it belongs to, or all of
 * them where nobody can tell; the host stays.
 */
export function catchEscapes(runs: () => Iterable<Endable>): Disposable {
  const end = (error: unknown) => {
    const named = scope.getStore()
    for (const run of named ? [named] : [...runs()]) run.fail(error)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
  return {
    [Symbol.dispose]: () => {
      process.off('uncaughtException', end)
      process.off('unhandledRejection', end)
    },
  }
}

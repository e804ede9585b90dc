import { AsyncLocalStorage } from 'node:async_hooks'

const deferred = new AsyncLocalStorage<AsyncDisposableStack>()

/**
 * Runs a command and leaves the hosts it opened running in `closing`, so that its result or its error is
 * printed before they are closed: closing a host that other processes use can take as long as they do.
 */
export function deferClosing<Result>(
  closing: AsyncDisposableStack,
  run: () => Promise<Result>,
): Promise<Result> {
  return deferred.run(closing, run)
}

/** Collects the hosts to close after the command; `undefined` if the command closes them itself. */
export function findDeferredClosing(): AsyncDisposableStack | undefined {
  return deferred.getStore()
}

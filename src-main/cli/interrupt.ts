import { EXIT } from './exit.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first interrupt asks `stop` to end things well; the second ends the process. */
export function onInterrupt(stop: () => Promise<unknown>): Disposable {
  let isStopping = false
  const onSignal = () => {
    if (isStopping) process.exit(EXIT.cancelled)
    isStopping = true
    // What stopping comes to is seen in the run's end; where it fails there is none to wait for.
    stop().catch(() => process.exit(EXIT.cancelled))
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return {
    [Symbol.dispose]() {
      for (const signal of SIGNALS) process.off(signal, onSignal)
    },
  }
}

/** Resolves when the process is told to end. */
export async function untilInterrupted(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  using _interrupting = onInterrupt(async () => resolve())
  await promise
}

import { EXIT } from './exit-codes.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

interface OnInterrupt {
  /** Ends things well; absent: there is nothing to wait for. */
  readonly stop?: () => Promise<unknown>
  /** Ends things now. */
  readonly kill: (signal: NodeJS.Signals) => Promise<unknown>
}

/** The first Ctrl-C stops, the second kills, as the system's own signals do; after that the process ends. */
export function onInterrupt({ stop, kill }: OnInterrupt): Disposable {
  const steps = stop ? [stop, kill] : [kill]
  const onSignal = (signal: NodeJS.Signals) => {
    const step = signal === 'SIGINT' ? steps.shift() : steps.splice(0).at(-1)
    if (!step) process.exit(EXIT.cancelled)
    // What it comes to is seen in the run's end; where it fails there is none to wait for.
    step(signal).catch(() => process.exit(EXIT.cancelled))
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
  using _interrupting = onInterrupt({ kill: async () => resolve() })
  await promise
}

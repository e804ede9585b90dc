import type { SessionId } from '#shared/ids.ts'
import { onInterrupt } from './interrupt.ts'
import type { OpenedClient } from './open-client.ts'
import type { Reporter } from './reporter.ts'

export interface Interrupting extends Disposable {
  readonly isInterrupted: boolean
  /** What killed it, where that was no Ctrl-C. */
  readonly signal: NodeJS.Signals | undefined
}

/** Ctrl-C lets a run come to its end; once more kills it, and so does at once every other signal that ends programs. */
export function stopOnInterrupt(
  opened: Pick<OpenedClient, 'client'>,
  sessionId: SessionId,
  reporter: Reporter,
): Interrupting {
  let isInterrupted = false
  let killedBy: NodeJS.Signals | undefined
  const stop = async () => {
    isInterrupted = true
    say(reporter, 'Stopping: what is under way comes to its end. Ctrl-C once more kills it.')
    await opened.client['sessions.stop']({ sessionId, how: 'end' })
  }
  const kill = async (signal: NodeJS.Signals) => {
    if (signal !== 'SIGINT') {
      killedBy = signal
      say(reporter, `Killed by a signal: ${signal}.`)
    }
    await opened.client['sessions.stop']({ sessionId, how: 'kill' })
  }
  const interrupting = onInterrupt({ stop, kill })
  return {
    get isInterrupted() {
      return isInterrupted
    },
    get signal() {
      return killedBy
    },
    [Symbol.dispose]: () => interrupting[Symbol.dispose](),
  }
}

/** Beside what is shown of a run. */
export function say(reporter: Reporter, sentence: string): void {
  using _paused = reporter.pause()
  console.error(sentence)
}

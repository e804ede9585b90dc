import type { Client } from '#shared/contract/define.ts'
import type { HostContract } from '#shared/contract/index.ts'
import type { SessionId } from '#shared/ids.ts'
import { onInterrupt } from './interrupt.ts'
import type { Reporter } from './reporter.ts'

/** Ctrl-C lets a run come to its end; once more kills it. */
export function stopOnInterrupt(
  client: Client<HostContract>,
  sessionId: SessionId,
  reporter: Reporter,
): Disposable & { readonly isInterrupted: boolean } {
  let isInterrupted = false
  const stop = async () => {
    isInterrupted = true
    say(reporter, 'Stopping: what is under way comes to its end. Ctrl-C once more kills it.')
    await client['sessions.stop']({ sessionId, how: 'end' })
  }
  const kill = () => client['sessions.stop']({ sessionId, how: 'kill' })
  const interrupting = onInterrupt({ stop, kill })
  return {
    get isInterrupted() {
      return isInterrupted
    },
    [Symbol.dispose]: () => interrupting[Symbol.dispose](),
  }
}

/** Beside what is shown of a run. */
export function say(reporter: Reporter, sentence: string): void {
  using _paused = reporter.pause()
  console.error(sentence)
}

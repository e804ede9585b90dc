import { AppError } from '#shared/error.ts'
import type { SessionId, SpanId } from '#shared/ids.ts'
import type { TerminalHold } from './terminal-hold.ts'

/** The agents' terminals whose commands run, for people to take. */
export class AgentTerminals {
  readonly #running = new Map<string, TerminalHold>()

  /** Until disposed of. */
  add(sessionId: SessionId, spanId: SpanId, hold: TerminalHold): Disposable {
    const key = keyOf(sessionId, spanId)
    this.#running.set(key, hold)
    return { [Symbol.dispose]: () => this.#running.delete(key) }
  }

  get(sessionId: SessionId, spanId: SpanId): TerminalHold {
    const hold = this.#running.get(keyOf(sessionId, spanId))
    if (!hold) throw new AppError('conflict', 'That command has ended: there is nothing to take.')
    return hold
  }
}

function keyOf(sessionId: SessionId, spanId: SpanId): string {
  return `${sessionId} ${spanId}`
}

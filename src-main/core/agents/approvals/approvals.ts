import type { EventFor } from '#shared/events/index.ts'
import type { ApprovalId } from '#shared/ids.ts'

export type Decided = EventFor<'approval.decided'>['data']

/** The calls of one run that wait for a person. */
export class Approvals {
  readonly #waiting = new Map<ApprovalId, (decided: Decided) => void>()

  /** Resolves with what was decided; rejects with the signal's reason. */
  wait(approvalId: ApprovalId, signal: AbortSignal): Promise<Decided> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Decided>()
    const abandon = () => reject(signal.reason)
    signal.addEventListener('abort', abandon, { once: true })
    this.#waiting.set(approvalId, resolve)
    return promise.finally(() => {
      this.#waiting.delete(approvalId)
      signal.removeEventListener('abort', abandon)
    })
  }

  /** Lets the call go on. False: it does not wait here. */
  tell(decided: Decided): boolean {
    const go = this.#waiting.get(decided.approvalId)
    go?.(decided)
    return go !== undefined
  }
}

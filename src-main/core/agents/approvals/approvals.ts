import type { EventFor } from '#shared/events/index.ts'
import type { ApprovalId } from '#shared/lib/ids.ts'

export type Decided = EventFor<'approval.decided'>['data']

/** The calls of one run that wait for a person. */
export class Approvals {
  readonly #waiting = new Map<ApprovalId, (decided: Decided) => void>()
  /** Of calls that had not come to wait here again. */
  readonly #early = new Map<ApprovalId, Decided>()
  readonly #obeyed = new Set<ApprovalId>()

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

  /** Lets the call go on, also where it comes to wait here only later. */
  tell(decided: Decided): void {
    const go = this.#waiting.get(decided.approvalId)
    if (go) go(decided)
    else this.#early.set(decided.approvalId, decided)
  }

  /** Whether this run has gone by the decision before; from now on it has. */
  hasObeyed(approvalId: ApprovalId): boolean {
    const isKnown = this.#obeyed.has(approvalId)
    this.#obeyed.add(approvalId)
    return isKnown
  }

  /** What was decided in this run before the call came to wait. */
  findEarly(approvalId: ApprovalId): Decided | undefined {
    return this.#early.get(approvalId)
  }
}

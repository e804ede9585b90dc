import type { EventFor } from '#shared/events/index.ts'
import type { StoredText } from '#shared/events/value.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import { isCutOff } from '#shared/projections/calls.ts'
import type { CallApproval, CallItem } from '#shared/projections/transcript-items.ts'
import type { Store } from '../../store/store.ts'
import type { SessionView } from './session-view.ts'
import { type CalledTool, callSpanOf } from './span-ids.ts'

/** A person's decision about a call that a crash interrupted; `undefined` before it. */
export type Resolved = CallItem['resolved']

/** What the log knows of a call. */
export type Recorded =
  | { readonly type: 'none' }
  /** It was asked for, or decided, and has not begun. */
  | { readonly type: 'asked'; readonly approval: CallApproval; readonly item: CallItem }
  /** It ended, and this is what its agent was answered. */
  | { readonly type: 'ended'; readonly text: string; readonly isError: boolean }
  /** It began and was cut off: nobody knows how far it came. `edited`: what a person had it run with. */
  | {
      readonly type: 'cut-off'
      readonly resolved?: Resolved
      readonly edited?: CallItem['args'] | undefined
    }

/** The last time a call was begun. */
interface LastEntry {
  readonly spanId: SpanId
  readonly recorded: Recorded
  /** Where it is begun again. */
  readonly nextSpanId: SpanId
}

/** Every call there has been in a session, as its log tells: what ran once is not run again. */
export class Journal {
  readonly #view: SessionView
  readonly #store: Pick<Store, 'events' | 'blobs'>

  constructor(view: SessionView, store: Pick<Store, 'events' | 'blobs'>) {
    this.#view = view
    this.#store = store
  }

  /** A call that was cut off and begun again is found where it went on. */
  findLast({ agentId, toolCallId }: Omit<CalledTool, 'repetition'>): LastEntry {
    const spanOf = (repetition: number) =>
      callSpanOf(this.#view.origin, { agentId, toolCallId, repetition })
    for (let repetition = 0; ; repetition += 1) {
      const [spanId, nextSpanId] = [spanOf(repetition), spanOf(repetition + 1)]
      const recorded = this.find(spanId)
      const isLast = recorded.type !== 'cut-off' || this.find(nextSpanId).type === 'none'
      if (isLast) return { spanId, recorded, nextSpanId }
    }
  }

  find(spanId: SpanId): Recorded {
    const item = this.#view.transcript.items[spanId]
    if (item?.type !== 'call') return { type: 'none' }
    if (item.startedAt === undefined) {
      return item.approval ? { type: 'asked', approval: item.approval, item } : { type: 'none' }
    }
    const { resolved, approval, args, takenBack } = item
    if (takenBack !== undefined) return { type: 'ended', text: takenBack, isError: true }
    const ending = this.#findEnding(item)
    if (!ending || isCutOff(ending)) {
      const edited = approval?.decision === 'edit' ? args : undefined
      return { type: 'cut-off', ...(resolved && { resolved }), edited }
    }
    const { outcome, result, error = '' } = ending
    const text = result === undefined ? error : this.read(result)
    return { type: 'ended', text, isError: outcome !== 'ok' }
  }

  /** How its model named a call; `undefined`: there is none of this span. */
  toolCallOf(spanId: SpanId): string | undefined {
    const item = this.#view.transcript.items[spanId]
    return item?.type === 'call' ? item.toolCallId : undefined
  }

  read(stored: StoredText): string {
    if (typeof stored === 'string') return stored
    const bytes = this.#store.blobs.get(stored.ref)
    return bytes ? new TextDecoder().decode(bytes) : (stored.head ?? '')
  }

  #findEnding({ endSeq }: CallItem): EventFor<'tool.ended'>['data'] | undefined {
    if (endSeq === undefined) return undefined
    const range = { after: endSeq - 1, through: endSeq }
    const [event] = [...this.#store.events.read(this.#view.sessionId, range)].flat()
    return event?.kind === 'tool.ended' ? event.data : undefined
  }
}

import type { StoredText } from '#shared/events/value.ts'
import type { SpanId } from '#shared/ids.ts'
import type { CallApproval, CallItem } from '#shared/projections/transcript.ts'
import type { Blobs } from '../../log/blobs.ts'
import type { SessionView } from '../session-view.ts'

/** What the log knows of a call. */
export type Recorded =
  | { readonly type: 'none' }
  /** It was asked for, or decided, and has not begun. */
  | { readonly type: 'asked'; readonly approval: CallApproval; readonly item: CallItem }
  /** It ended, and this is what its agent was answered. */
  | { readonly type: 'ended'; readonly text: string; readonly isError: boolean }
  /** It began and was cut off: nobody knows how far it came. */
  | { readonly type: 'cut-off' }

/** Every call there has been in a session, as its log tells: what ran once is not run again. */
export class Journal {
  readonly #view: SessionView
  readonly #blobs: Blobs

  constructor(view: SessionView, blobs: Blobs) {
    this.#view = view
    this.#blobs = blobs
  }

  find(spanId: SpanId): Recorded {
    const item = this.#view.transcript.items[spanId]
    if (item?.type !== 'call') return { type: 'none' }
    if (item.startedAt === undefined) {
      return item.approval ? { type: 'asked', approval: item.approval, item } : { type: 'none' }
    }
    const { outcome } = item
    if (outcome === undefined || outcome === 'cancelled' || outcome === 'interrupted') {
      return { type: 'cut-off' }
    }
    const text = item.result === undefined ? (item.error ?? '') : this.read(item.result)
    return { type: 'ended', text, isError: outcome !== 'ok' }
  }

  read(stored: StoredText): string {
    if (typeof stored === 'string') return stored
    const bytes = this.#blobs.get(stored.ref)
    return bytes ? new TextDecoder().decode(bytes) : (stored.head ?? '')
  }
}

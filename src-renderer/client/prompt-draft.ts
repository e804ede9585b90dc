import type { SessionId } from '#shared/ids.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { Attached } from './image-attachments.ts'
import { storeIfItFits } from './store-if-it-fits.ts'

/** How long typing pauses before the text is stored: storing a large one takes longer than a key may. */
const SAVE_AFTER_MS = 300

export interface PromptDraftOptions {
  readonly sessionId: SessionId
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Calls `act` after `ms`, unless it is canceled. Returns how to cancel. */
  readonly after: (ms: number, act: () => void) => () => void
}

/** A session's unsent prompt. Its text survives a reload, its attachments don't. */
export class PromptDraft implements Disposable {
  readonly #changed = new Emitter<void>()
  readonly #key: string
  readonly #options: PromptDraftOptions
  #text: string
  #attachments: readonly Attached[] = []
  #cancelSaving: (() => void) | undefined

  constructor(options: PromptDraftOptions) {
    this.#key = `orrery.draft.${options.sessionId}`
    this.#options = options
    this.#text = options.storage.getItem(this.#key) ?? ''
  }

  readonly subscribe = (onChange: () => void): (() => void) => {
    const listening = this.#changed.event(onChange)
    return () => listening[Symbol.dispose]()
  }

  readonly text = (): string => this.#text

  write(text: string): void {
    this.#text = text
    this.#cancelSaving?.()
    this.#cancelSaving = this.#options.after(SAVE_AFTER_MS, () => this.save())
    this.#changed.fire()
  }

  /** Stores the text now if it has changed since it was last stored. */
  save(): void {
    if (!this.#cancelSaving) return
    this.#cancelSaving()
    this.#cancelSaving = undefined
    const { storage } = this.#options
    if (this.#text) storeIfItFits(storage, this.#key, this.#text)
    else storage.removeItem(this.#key)
  }

  readonly attachments = (): readonly Attached[] => this.#attachments

  attach(added: readonly Attached[]): void {
    this.#attachments = [...this.#attachments, ...added]
    this.#changed.fire()
  }

  detach(removed: readonly Attached[]): void {
    this.#attachments = this.#attachments.filter((one) => !removed.includes(one))
    this.#changed.fire()
  }

  /** Removes a text that was sent; text added since stays. */
  takeSent(sent: string): void {
    if (this.#text.startsWith(sent)) this.write(this.#text.slice(sent.length))
  }

  [Symbol.dispose](): void {
    this.save()
    this.#changed[Symbol.dispose]()
  }
}

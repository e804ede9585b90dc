import type { SessionId } from '#shared/lib/ids.ts'
import { Store } from '#shared/lib/store.ts'
import { storeIfItFits } from '../../ui/browser/persistent-state.ts'
import type { Attached } from './image-attachments.ts'

/** How long typing pauses before the text is stored: storing a large one takes longer than a key may. */
const SAVE_AFTER_MS = 300

export interface PromptDraftOptions {
  readonly sessionId: SessionId
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Calls `act` after `ms`, unless it is canceled. Returns how to cancel. */
  readonly after: (ms: number, act: () => void) => () => void
}

interface Prompt {
  readonly text: string
  readonly attachments: readonly Attached[]
}

/** A session's unsent prompt. Its text survives a reload, its attachments don't. */
export class PromptDraft implements Disposable {
  readonly #key: string
  readonly #options: PromptDraftOptions
  readonly #prompt: Store<Prompt>
  readonly subscribe: Store<Prompt>['subscribe']
  #cancelSaving: (() => void) | undefined

  constructor(options: PromptDraftOptions) {
    this.#key = `orrery.draft.${options.sessionId}`
    this.#options = options
    const text = options.storage.getItem(this.#key) ?? ''
    this.#prompt = new Store<Prompt>({ text, attachments: [] })
    this.subscribe = this.#prompt.subscribe
  }

  readonly text = (): string => this.#prompt.get().text

  write(text: string): void {
    this.#cancelSaving?.()
    this.#cancelSaving = this.#options.after(SAVE_AFTER_MS, () => this.save())
    this.#prompt.set({ ...this.#prompt.get(), text })
  }

  /** Stores the text now if it has changed since it was last stored. */
  save(): void {
    if (!this.#cancelSaving) return
    this.#cancelSaving()
    this.#cancelSaving = undefined
    const { storage } = this.#options
    const text = this.text()
    if (text) storeIfItFits(storage, this.#key, text)
    else storage.removeItem(this.#key)
  }

  readonly attachments = (): readonly Attached[] => this.#prompt.get().attachments

  attach(added: readonly Attached[]): void {
    this.#setAttachments([...this.attachments(), ...added])
  }

  detach(removed: readonly Attached[]): void {
    this.#setAttachments(this.attachments().filter((one) => !removed.includes(one)))
  }

  /** Removes a text that was sent; text added since stays. */
  takeSent(sent: string): void {
    const text = this.text()
    if (text.startsWith(sent)) this.write(text.slice(sent.length))
  }

  [Symbol.dispose](): void {
    this.save()
    this.#prompt[Symbol.dispose]()
  }

  #setAttachments(attachments: readonly Attached[]): void {
    this.#prompt.set({ ...this.#prompt.get(), attachments })
  }
}

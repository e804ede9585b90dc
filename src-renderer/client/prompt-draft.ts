import type { SessionId } from '#shared/ids.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { Attached } from './image-attachments.ts'

type KeptTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A session's unsent prompt. Its text survives a reload, its attachments don't. */
export class PromptDraft implements Disposable {
  readonly #changed = new Emitter<void>()
  readonly #key: string
  readonly #kept: KeptTexts
  #text: string
  #attachments: readonly Attached[] = []

  constructor(sessionId: SessionId, kept: KeptTexts) {
    this.#key = `orrery.draft.${sessionId}`
    this.#kept = kept
    this.#text = kept.getItem(this.#key) ?? ''
  }

  readonly subscribe = (onChange: () => void): (() => void) => {
    const listening = this.#changed.event(onChange)
    return () => listening[Symbol.dispose]()
  }

  readonly text = (): string => this.#text

  write(text: string): void {
    this.#text = text
    if (text) this.#kept.setItem(this.#key, text)
    else this.#kept.removeItem(this.#key)
    this.#changed.fire()
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
    this.#changed[Symbol.dispose]()
  }
}

import type { SessionId } from '#shared/ids.ts'
import { Emitter } from '#shared/lib/emitter.ts'

type KeptTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What was begun to be said in a session and not sent, kept over reloads. */
export class PromptDraft implements Disposable {
  readonly #changed = new Emitter<void>()
  readonly #key: string
  readonly #kept: KeptTexts
  #text: string

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

  /** Takes away what was sent; what was written since is not of it, and stays. */
  takeSent(sent: string): void {
    if (this.#text.startsWith(sent)) this.write(this.#text.slice(sent.length))
  }

  [Symbol.dispose](): void {
    this.#changed[Symbol.dispose]()
  }
}

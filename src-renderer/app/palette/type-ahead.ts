export interface Typed {
  readonly text: string
  /** It ended with Enter. */
  readonly isEntered: boolean
}

/** Holds what is typed before the field is there that takes it: whoever knows their keys does not wait. */
export class TypedAhead {
  #text = ''
  #isEntered = false
  #holding: DisposableStack | undefined

  /** From now on, until it is taken; or until Escape, which calls `giveUp`. */
  hold(giveUp: () => void): void {
    this.take()
    const holding = new DisposableStack()
    const onKey = (event: KeyboardEvent) => this.#onKey(event, giveUp)
    window.addEventListener('keydown', onKey, { capture: true })
    holding.defer(() => window.removeEventListener('keydown', onKey, { capture: true }))
    this.#holding = holding
  }

  take(): Typed {
    const typed = { text: this.#text, isEntered: this.#isEntered }
    this.#text = ''
    this.#isEntered = false
    this.#holding?.dispose()
    this.#holding = undefined
    return typed
  }

  #onKey(event: KeyboardEvent, giveUp: () => void): void {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (key === 'Escape') {
      this.take()
      giveUp()
    } else if (key === 'Enter') this.#isEntered = this.#text !== ''
    else if (!this.#isEntered) this.#write(key)
    // The others are for the field as well: elsewhere, they would press what has the focus.
    event.preventDefault()
    event.stopPropagation()
  }

  #write(key: string): void {
    if (key === 'Backspace') this.#text = this.#text.slice(0, -1)
    else if (key.length === 1) this.#text += key
  }
}

/** There is one keyboard. */
export const typedAhead = new TypedAhead()

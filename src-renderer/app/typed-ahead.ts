/** A field that has not come after so long comes no more. */
const LONGEST_MS = 3_000

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

  /** From now on, until it is taken. */
  hold(): void {
    this.take()
    const holding = new DisposableStack()
    window.addEventListener('keydown', this.#onKey, { capture: true })
    holding.defer(() => window.removeEventListener('keydown', this.#onKey, { capture: true }))
    const timer = setTimeout(() => this.take(), LONGEST_MS)
    holding.defer(() => clearTimeout(timer))
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

  readonly #onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (key === 'Enter') this.#isEntered = this.#text !== ''
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

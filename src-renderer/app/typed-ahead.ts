/** A field that has not come after so long comes no more. */
const LONGEST_MS = 3_000

/** Holds what is typed before the field is there that takes it: whoever knows their keys does not wait. */
export class TypedAhead {
  #text = ''
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

  take(): string {
    const text = this.#text
    this.#text = ''
    this.#holding?.dispose()
    this.#holding = undefined
    return text
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    // The others are for the field as well: elsewhere, Enter would press what has the focus.
    if (key === 'Backspace') this.#text = this.#text.slice(0, -1)
    else if (key.length === 1) this.#text += key
    event.preventDefault()
    event.stopPropagation()
  }
}

/** There is one keyboard. */
export const typedAhead = new TypedAhead()

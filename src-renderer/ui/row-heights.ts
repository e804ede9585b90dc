type OnMeasured = () => void

/** How high rows were when they were last drawn, and the list that scrolls them is; by row, in pixels. */
export class RowHeights {
  readonly #known = new Map<string, number>()
  readonly #ids = new WeakMap<Element, string>()
  readonly #drawn = new Set<string>()
  readonly #observer = new ResizeObserver((entries) => this.#measure(entries))
  #scroller: HTMLElement | undefined
  #height = 0
  #width = 0
  #onMeasured: OnMeasured = () => {}

  /** Undefined until it was drawn. */
  of(id: string): number | undefined {
    return this.#known.get(id)
  }

  /** Whether it is in the page. */
  isDrawn(id: string): boolean {
    return this.#drawn.has(id)
  }

  /** Of the list that scrolls; what is likely until it was drawn. */
  get height(): number {
    return this.#height || window.innerHeight / 2
  }

  /** Observes the list that scrolls; calls back whenever it or a row has become another height. Answers what ends that. */
  watch(scroller: HTMLElement, onMeasured: OnMeasured): () => void {
    this.#scroller = scroller
    this.#onMeasured = onMeasured
    this.#observer.observe(scroller)
    return () => {
      this.#onMeasured = () => {}
      this.#observer.unobserve(scroller)
    }
  }

  /** Observes a row for as long as it is drawn. */
  observe(row: Element, id: string): () => void {
    this.#ids.set(row, id)
    this.#drawn.add(id)
    this.#observer.observe(row)
    return () => {
      this.#drawn.delete(id)
      this.#observer.unobserve(row)
    }
  }

  #measure(entries: readonly ResizeObserverEntry[]): void {
    // What is hidden has no height, and will have the one that is known.
    const drawn = entries.filter(({ contentRect }) => contentRect.width > 0)
    this.#forgetOtherWidths(drawn)
    for (const { target, contentRect, borderBoxSize } of drawn) {
      const height = borderBoxSize[0]?.blockSize ?? contentRect.height
      const id = this.#ids.get(target)
      if (target === this.#scroller) this.#keepHeight(height)
      else if (id !== undefined) this.#known.set(id, height)
    }
    if (drawn.length > 0) this.#onMeasured()
  }

  /** What is in the list can be as high as it: as a container, it would have every row laid out in two passes. */
  #keepHeight(height: number): void {
    this.#height = height
    this.#scroller?.style.setProperty('--list-height', `${height}px`)
  }

  /** In a list of another width every row has another height; those that are drawn tell theirs. */
  #forgetOtherWidths(entries: readonly ResizeObserverEntry[]): void {
    const width = entries.find(({ target }) => target === this.#scroller)?.contentRect.width
    if (width === undefined || width === this.#width) return
    if (this.#width > 0) this.#known.clear()
    this.#width = width
  }
}

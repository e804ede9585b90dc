import { Emitter } from '#shared/lib/emitter.ts'
import type { Hit } from './hit-test.ts'

/** What the pointer rests on; places in pixels of the plot. */
export interface Hovered {
  readonly hit: Exclude<Hit, { type: 'lane' | 'nothing' }>
  readonly x: number
  readonly y: number
  readonly width: number
  readonly seq: number
  readonly endAt: number
  /** The moment under the pointer, where it is on the overview or the ruler. */
  readonly at: number
}

/** What is hovered now: whoever shows it is drawn again, and the plot is not. */
export class Hovering implements Disposable {
  readonly #changed = new Emitter<void>()
  #hovered: Hovered | undefined

  readonly subscribe = (onChange: () => void): (() => void) => {
    const listening = this.#changed.event(onChange)
    return () => listening[Symbol.dispose]()
  }

  readonly state = (): Hovered | undefined => this.#hovered

  readonly set = (hovered: Hovered | undefined): void => {
    if (hovered === this.#hovered) return
    this.#hovered = hovered
    this.#changed.fire()
  };

  [Symbol.dispose](): void {
    this.#changed[Symbol.dispose]()
  }
}

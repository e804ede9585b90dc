import type { SpanId } from '#shared/ids.ts'
import { Emitter } from '#shared/lib/emitter.ts'

export interface Selected {
  /** The span whose details are shown; a wait for a person is named by its approval. */
  readonly spanId?: string | undefined
  /** The file that is open, as agents see its path. */
  readonly path?: string | undefined
  /** The line to show of it, from 1. */
  readonly line?: number | undefined
  /** The subagent whose own transcript is shown. */
  readonly agentId?: SpanId | undefined
  /** The terminal to bring to the front: a call's span, or a person's terminal. */
  readonly terminalId?: string | undefined
}

/** What a person has pointed at, shared by the panels of one session. */
export class Selection implements Disposable {
  readonly #changed = new Emitter<void>()
  #selected: Selected = {}

  readonly subscribe = (onChange: () => void): (() => void) => {
    const listening = this.#changed.event(onChange)
    return () => listening[Symbol.dispose]()
  }

  readonly state = (): Selected => this.#selected

  select(change: Selected): void {
    this.#selected = { ...this.#selected, ...change }
    this.#changed.fire()
  }

  [Symbol.dispose](): void {
    this.#changed[Symbol.dispose]()
  }
}

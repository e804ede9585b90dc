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

/** What is selected, and which of file and span was pointed at last. */
export interface SelectionState extends Selected {
  readonly inFront: 'file' | 'span'
}

/** What a person has pointed at, shared by the panels of one session. */
export class Selection implements Disposable {
  readonly #changed = new Emitter<void>()
  #selected: SelectionState = { inFront: 'file' }

  readonly subscribe = (onChange: () => void): (() => void) => {
    const listening = this.#changed.event(onChange)
    return () => listening[Symbol.dispose]()
  }

  readonly state = (): SelectionState => this.#selected

  select(change: Selected): void {
    const after = { ...this.#selected, ...change }
    this.#selected = { ...after, inFront: toInFront(this.#selected, after) }
    this.#changed.fire()
  }

  [Symbol.dispose](): void {
    this.#changed[Symbol.dispose]()
  }
}

function toInFront(before: SelectionState, after: Selected): SelectionState['inFront'] {
  if (after.spanId === undefined) return 'file'
  if (after.spanId !== before.spanId) return 'span'
  return after.path === before.path ? before.inFront : 'file'
}

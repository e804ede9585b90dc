import type { ReviewId, SpanId } from '#shared/lib/ids.ts'
import { Store } from '#shared/lib/store.ts'
import type { Ticker } from './store/session-clock.ts'

export interface Selected {
  /** The span whose details are shown; a wait for a person is named by its approval. */
  readonly spanId?: string | undefined
  /** The file that is open, as agents see its path. */
  readonly path?: string | undefined
  /** The line to show of it, from 1. */
  readonly line?: number | undefined
  /** The subagent whose own transcript is shown. */
  readonly agentId?: SpanId | undefined
  /** The file whose changes to show; a new object for each request. */
  readonly shownChanges?: { readonly path: string } | undefined
  /** The review whose findings are to be shown, anew with each. */
  readonly shownReview?: { readonly reviewId: ReviewId } | undefined
  /** The comment of a review that is open beneath its lines. */
  readonly openFinding?: { readonly reviewId: ReviewId; readonly comment: number } | undefined
  /** The terminal to bring to the front: a call's span, or a person's terminal. */
  readonly terminalId?: string | undefined
}

/** A line of a file; without one, the file alone. */
export type PointedLine = Pick<Selected, 'path' | 'line'>

/** What was looked for and come to. */
export interface FoundPlace {
  /** From then on it is there; absent for what waits now. */
  readonly seq?: number | undefined
  /** What the transcript draws of it, where that is known. */
  readonly itemId?: string | undefined
  readonly spanId?: SpanId | undefined
}

/** What is selected, and which of file and span was pointed at last. */
export interface SelectionState extends Selected {
  readonly inFront: 'file' | 'span'
  /** The file and line that were pointed at last, anew with each: the same may be once more. */
  readonly pointed?: PointedLine | undefined
  /** For as long as it takes to see it. */
  readonly found?: FoundPlace | undefined
}

/** How long what was found is told from what is around it. */
export const FOUND_MS = 2500

/** What a person has pointed at, shared by the panels of one session. */
export class Selection implements Disposable {
  readonly #after: Ticker['after']
  readonly #selected = new Store<SelectionState>({ inFront: 'file' })
  #cancelFading = () => {}

  constructor(after: Ticker['after']) {
    this.#after = after
  }

  readonly subscribe = this.#selected.subscribe

  readonly state = this.#selected.get

  /** A file that is named without a line has none: not that of the file before. */
  select(change: Selected): void {
    const after = { ...this.state(), ...change, ...('path' in change && toPointing(change)) }
    this.#selected.set({ ...after, inFront: toInFront(this.state(), after) })
  }

  /** Has every panel show where it is, for a moment. */
  point(found: FoundPlace): void {
    this.#cancelFading()
    this.#selected.set({ ...this.state(), found })
    this.#cancelFading = this.#after(FOUND_MS, () => {
      this.#selected.set({ ...this.state(), found: undefined })
    })
  }

  [Symbol.dispose](): void {
    this.#cancelFading()
    this.#selected[Symbol.dispose]()
  }
}

function toPointing({ path, line }: Selected): Pick<SelectionState, 'line' | 'pointed'> {
  return { line, pointed: { path, line } }
}

function toInFront(before: SelectionState, after: Selected): SelectionState['inFront'] {
  if (after.spanId === undefined) return 'file'
  if (after.spanId !== before.spanId) return 'span'
  return after.path === before.path ? before.inFront : 'file'
}

import type { Span } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { lastBefore } from './axis.ts'

/** What the playhead can be moved by. A turn begins where an agent asks its model, and not again after a failure. */
export type Stride = 'event' | 'call' | 'turn' | 'run' | 'mark'
export type Direction = 'next' | 'previous'

export interface Step {
  readonly stride: Stride
  readonly direction: Direction
}

/**
 * The seq that a step from `seq` leads to. Forward beyond the last one there is none (it is the live
 * end that lies there); backward it stops at the first event.
 */
export function findStep(state: TimelineState, seq: number, step: Step): number | undefined {
  const stops = stopsOf(state, step.stride)
  if (step.direction === 'next') {
    const next = stops ? findNext(stops, seq) : seq + 1
    return next !== undefined && next <= state.lastSeq ? next : undefined
  }
  return Math.max(1, (stops ? findPrevious(stops, seq) : seq - 1) ?? 1)
}

function stopsOf(state: TimelineState, stride: Stride): readonly number[] | undefined {
  if (stride === 'event') return undefined
  if (stride === 'run') return state.runs.map((run) => run.seq)
  if (stride === 'mark') return state.marks.map((mark) => mark.seq)
  const isStop = stride === 'turn' ? isTurn : isCall
  return state.order.flatMap((id) => {
    const span = state.spans[id]
    return span && isStop(span) ? span.seq : []
  })
}

function isCall(span: Span): boolean {
  return span.type === 'tool'
}

function isTurn(span: Span): boolean {
  return span.type === 'model' && span.attempt === 1
}

function findNext(seqs: readonly number[], seq: number): number | undefined {
  return seqs[lastBefore(seqs, (one) => one <= seq) + 1]
}

function findPrevious(seqs: readonly number[], seq: number): number | undefined {
  return seqs[lastBefore(seqs, (one) => one < seq)]
}

import { lastBefore } from '#shared/lib/binary-search.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { Mark, TimelineState } from '#shared/projections/timeline.ts'

/** What the playhead can be moved by. A turn begins where an agent asks its model, and not again after a failure. */
const strides = [
  'event',
  'call',
  'turn',
  'run',
  'mark',
  'error',
  'approval',
  'edit',
  'bookmark',
] as const
export type Stride = (typeof strides)[number]

export function isStride(given: unknown): given is Stride {
  return strides.some((stride) => stride === given)
}

export type Direction = 'next' | 'previous'

export interface Step {
  readonly stride: Stride
  readonly direction: Direction
}

/** Where steps can lead; a bookmark by the seq it is about, in order. */
interface Stops extends Pick<TimelineState, 'order' | 'spans' | 'runs' | 'marks' | 'lastSeq'> {
  readonly bookmarks?: readonly number[]
}

/** Things that are looked for: where there is no further one, nothing moves. */
export function isSought(stride: Stride): stride is 'error' | 'approval' | 'edit' | 'bookmark' {
  return ['error', 'approval', 'edit', 'bookmark'].includes(stride)
}

/**
 * The seq that a step from `seq` leads to. Forward beyond the last one there is none (it is the live
 * end that lies there); backward it stops at the first event. Of what is sought, there may be none
 * either way.
 */
export function findStep(state: Stops, seq: number, step: Step): number | undefined {
  const stops = stopsOf(state, step.stride)
  if (step.direction === 'next') {
    const next = stops ? findNext(stops, seq) : seq + 1
    return next !== undefined && next <= state.lastSeq ? next : undefined
  }
  const previous = stops ? findPrevious(stops, seq) : seq - 1
  return isSought(step.stride) ? previous : Math.max(1, previous ?? 1)
}

/** Absent: every event is one. */
function stopsOf(state: Stops, stride: Stride): readonly number[] | undefined {
  const { bookmarks = [] } = state
  if (stride === 'event') return undefined
  if (stride === 'run') return state.runs.map((run) => run.seq)
  if (stride === 'bookmark') return bookmarks
  if (stride === 'mark') return [...marksOf(state), ...bookmarks].sort((a, b) => a - b)
  if (isSought(stride)) return marksOf(state, stride)
  const isStop = stride === 'turn' ? isTurn : isCall
  return state.order.flatMap((id) => {
    const span = state.spans[id]
    return span && isStop(span) ? span.seq : []
  })
}

function marksOf({ marks }: Stops, type?: Mark['type']): readonly number[] {
  return marks.flatMap((mark) => (type === undefined || mark.type === type ? mark.seq : []))
}

function isCall(span: Span): boolean {
  return span.type === 'tool'
}

function isTurn(span: Span): boolean {
  return span.type === 'model' && span.attempt === 1 && !span.isEmbedding
}

function findNext(seqs: readonly number[], seq: number): number | undefined {
  return seqs[lastBefore(seqs, (one) => one <= seq) + 1]
}

function findPrevious(seqs: readonly number[], seq: number): number | undefined {
  return seqs[lastBefore(seqs, (one) => one < seq)]
}

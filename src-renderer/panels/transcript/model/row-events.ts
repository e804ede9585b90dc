import type { TimelineState } from '#shared/projections/timeline.ts'
import { spanOfSpeech, type TranscriptItem } from '#shared/projections/transcript-items.ts'
import type { FoundPlace } from '../../../session/selection.ts'
import type { Row } from './transcript-rows.ts'

/** Where a row can be gone back to: a prompt is asked otherwise, of all else the end is gone on from. */
type RowSide = 'before' | 'end'

/** `undefined`: it goes on, or is nothing that happened. */
export function sideOf(row: Row): RowSide | undefined {
  if (row.type === 'input') return 'before'
  const items = itemsIn(row)
  return items.length > 0 && items.every(hasEnded) ? 'end' : undefined
}

/** The event to go back to. */
export function momentOf(row: Row, timeline: Pick<TimelineState, 'spans'>): number {
  if (row.type === 'input') return row.item.seq - 1
  return Math.max(0, ...itemsIn(row).map((item) => endOf(item, timeline)))
}

function itemsIn(row: Row): readonly TranscriptItem[] {
  switch (row.type) {
    case 'work':
    case 'agents':
      return row.items
    case 'approval':
    case 'unfinished':
    case 'limit':
    case 'working':
    case 'fork':
      return []
    default:
      return [row.item]
  }
}

function hasEnded(item: TranscriptItem): boolean {
  const mayContinue = item.type === 'call' || item.type === 'text' || item.type === 'reasoning'
  return !mayContinue || item.endedAt !== undefined
}

function endOf(item: TranscriptItem, { spans }: Pick<TimelineState, 'spans'>): number {
  if (item.type === 'call') return item.endSeq ?? item.seq
  const isSpeech = item.type === 'text' || item.type === 'reasoning'
  return (isSpeech && spans[spanOfSpeech(item)]?.endSeq) || item.seq
}

/** The place among the rows of what was found; -1: it is not drawn in this thread. */
export function findRow(rows: readonly Row[], { seq, itemId }: FoundPlace): number {
  const isIt = (one: Drawn) => one.id === itemId || (seq !== undefined && one.seq === seq)
  return rows.findIndex((row) => drawnIn(row).some(isIt))
}

interface Drawn {
  readonly id: string
  /** Of the event that brought it. */
  readonly seq?: number
}

function drawnIn(row: Row): readonly Drawn[] {
  switch (row.type) {
    case 'work':
    case 'agents':
      return row.items
    case 'approval':
      return [{ id: row.approval.spanId, seq: row.approval.seq }]
    case 'unfinished':
      return [{ id: row.call.spanId }]
    case 'limit':
    case 'working':
      return []
    default:
      return [row.item]
  }
}

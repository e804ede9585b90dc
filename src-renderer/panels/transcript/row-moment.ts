import type { TimelineState } from '#shared/projections/timeline.ts'
import { spanOfSpeech, type TranscriptItem } from '#shared/projections/transcript-items.ts'
import type { Row } from './rows.ts'

/** Where a row can be gone back to: a prompt is asked otherwise, of all else the end is gone on from. */
export type RowSide = 'before' | 'end'

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
  const mayGoOn = item.type === 'call' || item.type === 'text' || item.type === 'reasoning'
  return !mayGoOn || item.endedAt !== undefined
}

function endOf(item: TranscriptItem, { spans }: Pick<TimelineState, 'spans'>): number {
  if (item.type === 'call') return item.endSeq ?? item.seq
  const isSpeech = item.type === 'text' || item.type === 'reasoning'
  return (isSpeech && spans[spanOfSpeech(item)]?.endSeq) || item.seq
}

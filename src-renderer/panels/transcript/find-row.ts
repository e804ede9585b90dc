import type { FoundPlace } from '../../client/selection.ts'
import type { Row } from './rows.ts'

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

import { Undo2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { TranscriptState } from '#shared/projections/transcript.ts'
import type { RewindItem } from '#shared/projections/transcript-items.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { sameItems, useProjection } from '../../client/use-projection.ts'
import { formatClock, formatNumber } from '../../ui/format.ts'
import { Fold } from './fold.tsx'
import styles from './rewind-row.module.css'
import { type Row, toRows } from './rows.ts'

export interface RewindRowProps {
  readonly item: RewindItem
  /** Draws a row of what was taken back. */
  readonly draw: (row: Row, before: Row | undefined) => ReactNode
}

/** What was taken back, as one row; opens to what was said and done. */
export function RewindRow({ item, draw }: RewindRowProps) {
  const { to, toAt, taken, restored } = item
  const files = restored > 0 ? `, ${formatNumber(restored, 'file')} restored` : ''
  return (
    <div className={styles.rewind}>
      <Fold
        icon={<Undo2 aria-hidden="true" />}
        verb="Rewound"
        rest={`to ${formatClock(toAt)} (event ${to}): ${formatNumber(taken.length, 'entry', 'entries')} taken back${files}`}
      >
        <Taken item={item} draw={draw} />
      </Fold>
    </div>
  )
}

function Taken({ item, draw }: RewindRowProps) {
  const select = ({ items }: TranscriptState) => item.taken.flatMap((id) => items[id] ?? [])
  const items = useProjection(useSessionView(), 'transcript', select, sameItems)
  const rows = useMemo(() => toRows({ items, approvals: [], isWorking: false }), [items])
  return rows.map((row, index) => draw(row, rows[index - 1]))
}

import { assertNever } from '#shared/lib/assert.ts'
import { AgentsBox } from './agents-box.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { CallRow, PlanRow, SeriesRow } from './call-row.tsx'
import { CompactionRow } from './compaction-row.tsx'
import { EndRow } from './end-row.tsx'
import { FailureRow } from './failure-row.tsx'
import { ForkRow } from './fork-row.tsx'
import { InputRow } from './input-row.tsx'
import { RewindRow } from './rewind-row.tsx'
import { isLight, type Row } from './rows.ts'
import { ReasoningRow, TextRow, WorkingRow } from './speech-row.tsx'
import styles from './transcript.module.css'
import { UnfinishedCard } from './unfinished-card.tsx'

const tight: ReadonlySet<Row['type']> = new Set([
  'call',
  'work',
  'plan',
  'reasoning',
  'compaction',
  'rewind',
  'working',
])

export interface RowViewProps {
  readonly row: Row
  /** The one above it: single rows stand close together. */
  readonly before: Row | undefined
}

export function RowView({ row, before }: RowViewProps) {
  const isTight = before === undefined || (isSingle(row) && isSingle(before))
  return (
    <div className={isTight ? undefined : styles.apart}>
      <Drawn row={row} />
    </div>
  )
}

function isSingle(row: Row): boolean {
  return tight.has(row.type) || (row.type === 'failure' && isLight(row))
}

function draw(row: Row, before: Row | undefined) {
  return <RowView key={row.id} row={row} before={before} />
}

function Drawn({ row }: { readonly row: Row }) {
  switch (row.type) {
    case 'input':
      return <InputRow item={row.item} />
    case 'text':
      return <TextRow item={row.item} />
    case 'reasoning':
      return <ReasoningRow item={row.item} />
    case 'call':
      return <CallRow call={row.item} />
    case 'work':
      return <SeriesRow calls={row.items} />
    case 'plan':
      return <PlanRow call={row.item} />
    case 'agents':
      return <AgentsBox calls={row.items} />
    case 'unfinished':
      return <UnfinishedCard call={row.call} />
    case 'approval':
      return <ApprovalCard approval={row.approval} />
    case 'failure':
      return <FailureRow item={row.item} isOver={row.isOver} />
    case 'compaction':
      return <CompactionRow item={row.item} />
    case 'end':
      return <EndRow item={row.item} />
    case 'fork':
      return <ForkRow item={row.item} />
    case 'rewind':
      return <RewindRow item={row.item} draw={draw} />
    case 'working':
      return <WorkingRow waitsFor={row.waitsFor} />
    default:
      return assertNever(row)
  }
}

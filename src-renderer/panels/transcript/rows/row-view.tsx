import { GitFork } from 'lucide-react'
import { memo } from 'react'
import { assertNever } from '#shared/lib/assert.ts'
import { useConnectionState, useIsRecording } from '../../../connection/host-context.tsx'
import { type PastDoing, useNavigation } from '../../../navigation/navigation.tsx'
import { useLiveView, usePlayhead, useSessionId } from '../../../session/session-context.tsx'
import { loadedLater } from '../../../ui/loading/lazy-component.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { classNames } from '../../../ui/styles/class-names.ts'
import { momentOf, sideOf } from '../model/row-events.ts'
import { isLight, isSameRow, type Row } from '../model/transcript-rows.ts'
import { AgentsBox } from './agents-box.tsx'
import { CallRow, PlanRow, SeriesRow } from './call-row.tsx'
import { FailureRow } from './failure-row.tsx'
import { InputRow } from './input-row.tsx'
import {
  CompactionRow,
  EndRow,
  ForkRow,
  MissingServersRow,
  ReviewRow,
  RewindRow,
} from './notice-rows.tsx'
import { ReasoningRow, TextRow, WorkingRow } from './speech-row.tsx'
import styles from './transcript.module.css'

const ApprovalRow = loadedLater(async () => (await import('./approval-row.tsx')).ApprovalRow)
const LimitCard = loadedLater(
  async () => (await import('../../../cards/approvals/limit-card.tsx')).LimitCard,
)
const UnfinishedRow = loadedLater(async () => (await import('./approval-row.tsx')).UnfinishedRow)

const tight: ReadonlySet<Row['type']> = new Set([
  'call',
  'work',
  'plan',
  'reasoning',
  'compaction',
  'missing-servers',
  'rewind',
  'review',
  'working',
])

interface RowViewProps {
  readonly row: Row
  /** The one above it: single rows stand close together. */
  readonly before: Row | undefined
  /** It is pointed at. */
  readonly isFound?: boolean
  /** It was taken back: nothing begins there any more. */
  readonly isTaken?: boolean
}

export function RowView({ row, before, isFound = false, isTaken = false }: RowViewProps) {
  const isTight = before === undefined || (isSingle(row) && isSingle(before))
  return (
    <div
      className={classNames(styles.row, !isTight && styles.apart)}
      aria-current={isFound ? 'location' : undefined}
    >
      <Drawn row={row} />
      {!isTaken && <RowMenu row={row} />}
    </div>
  )
}

function isSingle(row: Row): boolean {
  return tight.has(row.type) || (row.type === 'failure' && isLight(row))
}

function drawTaken(row: Row, before: Row | undefined) {
  return <RowView key={row.id} row={row} before={before} isTaken />
}

/** Rows are made anew from their items with every change: what is drawn alike is left as it is. */
const Drawn = memo(DrawnRow, (was, is) => isSameRow(was.row, is.row))

function DrawnRow({ row }: { readonly row: Row }) {
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
    case 'limit':
      return <LimitCard wait={row.wait} />
    case 'unfinished':
    case 'approval':
      return <WaitingRow row={row} />
    case 'failure':
      return <FailureRow item={row.item} isOver={row.isOver} />
    case 'compaction':
      return <CompactionRow item={row.item} />
    case 'missing-servers':
      return <MissingServersRow item={row.item} />
    case 'end':
      return <EndRow item={row.item} />
    case 'fork':
      return <ForkRow item={row.item} />
    case 'rewind':
      return <RewindRow item={row.item} draw={drawTaken} />
    case 'review':
      return <ReviewRow item={row.item} />
    case 'working':
      return <WorkingRow waitsFor={row.waitsFor} />
    default:
      return assertNever(row)
  }
}

interface WaitingRowProps {
  readonly row: Extract<Row, { readonly type: 'approval' | 'unfinished' }>
}

function WaitingRow({ row }: WaitingRowProps) {
  return row.type === 'approval' ? (
    <ApprovalRow approval={row.approval} />
  ) : (
    <UnfinishedRow call={row.call} />
  )
}

/** Loads what cards are made of: once there is a row, one that waits may come in any frame. */
export async function loadCards(): Promise<void> {
  await Promise.all([ApprovalRow.loadAhead(), UnfinishedRow.loadAhead()])
}

/** At the edge of what was said or done: a fork from there, or back to it. */
const RowMenu = memo(RowMenuButton, (was, is) => isSameRow(was.row, is.row))

function RowMenuButton({ row }: { readonly row: Row }) {
  const isRecording = useIsRecording()
  if (isRecording || !sideOf(row)) return null
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className={styles.menuButton}
          aria-label="Fork or rewind"
          title="Fork or rewind"
        >
          <GitFork aria-hidden="true" />
        </button>
      }
    >
      <RowMenuItems row={row} />
    </Menu>
  )
}

/** What it takes is looked up once it is asked for: rows come and go with every step of a playhead. */
function RowMenuItems({ row }: { readonly row: Row }) {
  const sessionId = useSessionId()
  const live = useLiveView()
  const { openPast } = useNavigation()
  const { goLive } = usePlayhead()
  const isReachable = useConnectionState() === 'open'
  const go = (doing: PastDoing) => () =>
    openPast(doing, { sessionId, seq: momentOf(row, live.state('timeline')) }, goLive)
  const isBefore = sideOf(row) === 'before'
  return (
    <>
      <MenuItem isDisabled={!isReachable} onSelect={go('fork')}>
        {isBefore ? 'Fork from before it…' : 'Fork from here…'}
      </MenuItem>
      <MenuItem isDisabled={!isReachable} onSelect={go('rewind')}>
        {isBefore ? 'Rewind to before it…' : 'Rewind to here…'}
      </MenuItem>
    </>
  )
}

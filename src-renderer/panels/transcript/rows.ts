import type { Approval, ApprovalsState } from '#shared/projections/approvals.ts'
import type {
  CallItem,
  EndItem,
  FailureItem,
  InputItem,
  SpeechItem,
  TranscriptItem,
  TranscriptState,
} from '#shared/projections/transcript.ts'

/** A line of the transcript, as it is drawn. */
export type Row =
  | { readonly type: 'input'; readonly id: string; readonly item: InputItem }
  | { readonly type: 'text' | 'reasoning'; readonly id: string; readonly item: SpeechItem }
  | { readonly type: 'call'; readonly id: string; readonly item: CallItem }
  /** Reading calls that followed on each other. */
  | { readonly type: 'reads'; readonly id: string; readonly items: readonly CallItem[] }
  /** Calls that started subagents, side by side. */
  | { readonly type: 'agents'; readonly id: string; readonly items: readonly CallItem[] }
  | { readonly type: 'approval'; readonly id: string; readonly approval: Approval }
  /** `isOver`: the agent went on after it. */
  | {
      readonly type: 'failure'
      readonly id: string
      readonly item: FailureItem
      readonly isOver: boolean
    }
  | { readonly type: 'end'; readonly id: string; readonly item: EndItem }
  | { readonly type: 'working'; readonly id: string }

/** A run of fewer reads than this is shown call by call. */
const FOLDED_READS = 3

/** A thread's items, in order. */
export function itemsOf(state: TranscriptState, thread: string): readonly TranscriptItem[] {
  return (state.threads[thread] ?? []).flatMap((id) => state.items[id] ?? [])
}

/** What waits for a person, oldest first. */
export function openApprovals({ open, approvals }: ApprovalsState): readonly Approval[] {
  return open.flatMap((id) => approvals[id] ?? [])
}

export interface RowSources {
  readonly items: readonly TranscriptItem[]
  readonly approvals: readonly Approval[]
  readonly isWorking: boolean
}

/** Items as they are drawn: reads and subagents grouped, what waits for a person at the end. */
export function toRows({ items, approvals, isWorking }: RowSources): readonly Row[] {
  const waiting = new Set<string>(approvals.map(({ spanId }) => spanId))
  const rows: Row[] = []
  const shown = items.filter(
    (item, index) => !waiting.has(item.id) && !isSaidAgain(item, items[index + 1]),
  )
  for (const group of grouped(shown)) rows.push(...rowsOf(group, group.at(-1) !== shown.at(-1)))
  for (const approval of approvals) {
    rows.push({ type: 'approval', id: approval.approvalId, approval })
  }
  if (isWorking && approvals.length === 0 && !isUnderWay(rows.at(-1))) {
    rows.push({ type: 'working', id: 'working' })
  }
  return rows
}

/** A failure that ended its run is said once, by the run's end. */
function isSaidAgain(item: TranscriptItem, next: TranscriptItem | undefined): boolean {
  return item.type === 'failure' && next?.type === 'end' && next.reason === item.error
}

type Group = 'reads' | 'agents' | 'single'

function groupOf(item: TranscriptItem): Group {
  if (item.type !== 'call') return 'single'
  if (item.subagentId) return 'agents'
  const isQuiet = item.effect === 'read' && item.outcome === 'ok'
  return isQuiet ? 'reads' : 'single'
}

/** Neighbours of the same group together. */
function grouped(items: readonly TranscriptItem[]): readonly (readonly TranscriptItem[])[] {
  const groups: TranscriptItem[][] = []
  for (const item of items) {
    const last = groups.at(-1)
    const before = last?.[0]
    const group = groupOf(item)
    if (last && before && group !== 'single' && groupOf(before) === group) last.push(item)
    else groups.push([item])
  }
  return groups
}

function rowsOf(group: readonly TranscriptItem[], isOver: boolean): readonly Row[] {
  const [first] = group
  if (!first) return []
  const calls = group.filter((item) => item.type === 'call')
  const kind = groupOf(first)
  if (kind === 'agents') return [{ type: 'agents', id: `agents-${first.id}`, items: calls }]
  if (kind === 'reads' && calls.length >= FOLDED_READS) {
    return [{ type: 'reads', id: `reads-${first.id}`, items: calls }]
  }
  return group.map((item) => toRow(item, isOver))
}

function toRow(item: TranscriptItem, isOver: boolean): Row {
  const { id } = item
  switch (item.type) {
    case 'input':
      return { type: 'input', id, item }
    case 'text':
    case 'reasoning':
      return { type: item.type, id, item }
    case 'call':
      return { type: 'call', id, item }
    case 'failure':
      return { type: 'failure', id, item, isOver }
    case 'end':
      return { type: 'end', id, item }
  }
}

/** Whether the row shows by itself that something is going on. */
function isUnderWay(row: Row | undefined): boolean {
  if (row?.type === 'text' || row?.type === 'reasoning' || row?.type === 'call') {
    return row.item.endedAt === undefined
  }
  return row?.type === 'agents' && row.items.some(({ endedAt }) => endedAt === undefined)
}

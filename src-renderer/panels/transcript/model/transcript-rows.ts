import type { Approval, ApprovalsState } from '#shared/projections/approvals.ts'
import type { CallsState, UnfinishedCall } from '#shared/projections/calls.ts'
import type { Wait } from '#shared/projections/status.ts'
import type { TranscriptState } from '#shared/projections/transcript.ts'
import type {
  CallItem,
  CompactionItem,
  EndItem,
  FailureItem,
  ForkItem,
  InputItem,
  MissingServersItem,
  ReviewItem,
  RewindItem,
  SpeechItem,
  TranscriptItem,
} from '#shared/projections/transcript-items.ts'

/** A line of the transcript, as it is drawn. */
export type Row =
  | { readonly type: 'input'; readonly id: string; readonly item: InputItem }
  | { readonly type: 'text' | 'reasoning'; readonly id: string; readonly item: SpeechItem }
  | { readonly type: 'call'; readonly id: string; readonly item: CallItem }
  /** Calls that read, or that edited, and followed on each other. */
  | { readonly type: 'work'; readonly id: string; readonly items: readonly CallItem[] }
  /** Changes of the plan with nothing between them: the last one counts. */
  | { readonly type: 'plan'; readonly id: string; readonly item: CallItem }
  /** Calls that started subagents, side by side. */
  | { readonly type: 'agents'; readonly id: string; readonly items: readonly CallItem[] }
  | { readonly type: 'approval'; readonly id: string; readonly approval: Approval }
  | { readonly type: 'unfinished'; readonly id: string; readonly call: UnfinishedCall }
  | { readonly type: 'limit'; readonly id: string; readonly wait: Wait }
  /** `isOver`: the agent went on after it. */
  | {
      readonly type: 'failure'
      readonly id: string
      readonly item: FailureItem
      readonly isOver: boolean
    }
  | { readonly type: 'compaction'; readonly id: string; readonly item: CompactionItem }
  | { readonly type: 'missing-servers'; readonly id: string; readonly item: MissingServersItem }
  | { readonly type: 'end'; readonly id: string; readonly item: EndItem }
  | { readonly type: 'fork'; readonly id: string; readonly item: ForkItem }
  | { readonly type: 'rewind'; readonly id: string; readonly item: RewindItem }
  | { readonly type: 'review'; readonly id: string; readonly item: ReviewItem }
  | { readonly type: 'working'; readonly id: string; readonly waitsFor: WaitsFor }

/** Whether two rows of one id are drawn alike: they hold the same entities. */
export function isSameRow(a: Row, b: Row): boolean {
  const [was, is] = [Object.values<unknown>(a), Object.values<unknown>(b)]
  return a.type === b.type && was.every((value, index) => isSameValue(value, is[index]))
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => Object.is(item, b[index]))
  }
  return Object.is(a, b)
}

/** What has to come before the thread goes on. */
export type WaitsFor = 'model' | 'agents' | 'place'

/** A series of fewer calls than this is shown call by call. */
const FOLDED = 3

/** A thread's items, in order. */
export function itemsOf(state: TranscriptState, thread: string): readonly TranscriptItem[] {
  return (state.threads[thread] ?? []).flatMap((id) => state.items[id] ?? [])
}

/** What waits for a person, oldest first. */
export function openApprovals({ open, approvals }: ApprovalsState): readonly Approval[] {
  return open.flatMap((id) => approvals[id] ?? [])
}

/** Calls whose end nobody saw, in the order they began. */
export function unfinishedCalls({ order, unfinished }: CallsState): readonly UnfinishedCall[] {
  const calls = order.flatMap((id) => unfinished[id] ?? [])
  return calls.toSorted((a, b) => a.startedAt - b.startedAt)
}

interface RowSources {
  readonly items: readonly TranscriptItem[]
  readonly approvals: readonly Approval[]
  readonly unfinished?: readonly UnfinishedCall[]
  /** The limit that the run waits for. */
  readonly wait?: Wait | undefined
  readonly isWorking: boolean
  /** The model unless given. */
  readonly waitsFor?: WaitsFor
}

/** Items as they are drawn: series and subagents grouped, what waits for a person at the end. */
export function toRows({
  items,
  approvals,
  unfinished = [],
  wait,
  isWorking,
  waitsFor = 'model',
}: RowSources): readonly Row[] {
  const waiting = new Set<string>(approvals.map(({ spanId }) => spanId))
  const rows: Row[] = []
  const shown = items.filter(
    (item, index) => !waiting.has(item.id) && !isSaidAgain(item, items[index + 1], wait),
  )
  for (const group of grouped(shown)) rows.push(...rowsOf(group, group.at(-1) !== shown.at(-1)))
  for (const call of unfinished) {
    rows.push({ type: 'unfinished', id: `unfinished-${call.spanId}`, call })
  }
  for (const approval of approvals) {
    rows.push({ type: 'approval', id: approval.approvalId, approval })
  }
  if (wait) rows.push({ type: 'limit', id: `limit-${wait.since}`, wait })
  else if (isWorking && approvals.length === 0 && !isAnyUnderWay(rows)) {
    // A list that grows above its last row is not seen to grow unless that is another one.
    rows.push({ type: 'working', id: `working-${rows.at(-1)?.id}`, waitsFor })
  }
  return rows
}

/** A failure that ended its run is said once, by the run's end, and one that it waits for by its card. */
function isSaidAgain(
  item: TranscriptItem,
  next: TranscriptItem | undefined,
  wait: Wait | undefined,
): boolean {
  if (item.type !== 'failure') return false
  if (next?.type === 'end') return next.reason === item.error
  return wait !== undefined && item.error.startsWith(wait.reason)
}

type Group = 'reads' | 'edits' | 'agents' | 'plan' | 'single'

/** What was asked about, failed or still runs stands by itself. */
function groupOf(item: TranscriptItem): Group {
  if (item.type !== 'call') return 'single'
  if (item.agents) return 'agents'
  if (item.outcome !== 'ok' || item.approval || item.sent) return 'single'
  if (item.plan) return 'plan'
  if (item.effect === 'edit') return 'edits'
  return item.effect === 'execute' ? 'single' : 'reads'
}

/** Neighbours of the same group together, and what the plan became between them. */
function grouped(items: readonly TranscriptItem[]): readonly (readonly TranscriptItem[])[] {
  const groups: TranscriptItem[][] = []
  let plans: TranscriptItem[] = []
  const endPlans = () => {
    if (plans.length > 0) groups.push(plans)
    plans = []
  }
  for (const item of items) {
    const kind = groupOf(item)
    const last = groups.at(-1)
    if (kind === 'plan') plans.push(item)
    else if (last?.[0] && kind !== 'single' && groupOf(last[0]) === kind) {
      last.push(...plans, item)
      plans = []
    } else {
      endPlans()
      groups.push([item])
    }
  }
  endPlans()
  return groups
}

function rowsOf(group: readonly TranscriptItem[], isOver: boolean): readonly Row[] {
  const [first] = group
  if (!first) return []
  const calls = group.filter((item) => item.type === 'call')
  const work = calls.filter((call) => groupOf(call) !== 'plan')
  if (groupOf(first) === 'agents') {
    return [{ type: 'agents', id: `agents-${first.id}`, items: work }, ...plansOf(calls)]
  }
  if (work.length >= FOLDED) return [{ type: 'work', id: `work-${first.id}`, items: calls }]
  return group.flatMap((item, index) => {
    if (groupOf(item) !== 'plan') return toRow(item, isOver)
    const next = group[index + 1]
    return next && groupOf(next) === 'plan' ? [] : plansOf([item])
  })
}

/** What the plan became in the end. */
function plansOf(items: readonly TranscriptItem[]): readonly Row[] {
  const item = items.findLast((one) => groupOf(one) === 'plan')
  return item?.type === 'call' ? [{ type: 'plan', id: item.id, item }] : []
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
    case 'compaction':
      return { type: 'compaction', id, item }
    case 'missing-servers':
      return { type: 'missing-servers', id, item }
    case 'end':
      return { type: 'end', id, item }
    case 'fork':
      return { type: 'fork', id, item }
    case 'rewind':
      return { type: 'rewind', id, item }
    case 'review':
      return { type: 'review', id, item }
  }
}

/** A failure that did not keep its agent from going on is a line among others. */
export function isLight({ item, isOver }: Extract<Row, { type: 'failure' }>): boolean {
  return isOver || item.retryInMs !== undefined || item.failover !== undefined
}

/** What is said meanwhile stands below, and waits. */
function isAnyUnderWay(rows: readonly Row[]): boolean {
  const last = rows.findLast((row) => row.type !== 'input' || !row.item.isQueued)
  return isUnderWay(last) || rows.some((row) => row.type === 'call' && isRunning(row.item))
}

function isRunning({ startedAt, endedAt }: CallItem): boolean {
  return startedAt !== undefined && endedAt === undefined
}

/** Whether the row shows by itself that something is going on. */
function isUnderWay(row: Row | undefined): boolean {
  if (row?.type === 'text' || row?.type === 'reasoning' || row?.type === 'call') {
    return row.item.endedAt === undefined
  }
  if (row?.type === 'failure') return row.item.retryInMs !== undefined && !row.item.failover
  return row?.type === 'agents' && row.items.some(({ endedAt }) => endedAt === undefined)
}

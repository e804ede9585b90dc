import type { ProjectId, SessionId } from '../ids.ts'
import { noTotals, type Totals, totalNames } from '../projections/totals.ts'
import type {
  Amount,
  Dimension,
  SpendingFilter,
  SpendingGroup,
  SpendingQuery,
  SpendingReport,
} from './spending-query.ts'
import type { Spent, SpentCells, SpentKind } from './spent.ts'

/** One session's spending. */
export interface SpendingSession {
  readonly id: SessionId
  readonly projectId: ProjectId
  readonly spent: Spent
}

/** A call that asked for no tool was for its answer. */
export const ANSWER = 'answer'
/** How many groups are told stretch by stretch. */
const TOLD_IN_STRETCHES = 7

/** Which part of calls of a kind is asked for, from 0 to 1. */
export function shareOf(kind: SpentKind, { type, provider, model, tool }: SpendingFilter): number {
  const fits =
    (type === undefined || type === kind.type) &&
    (provider === undefined || provider === kind.provider) &&
    (model === undefined || model === modelNameOf(kind))
  if (!fits) return 0
  return tool === undefined ? 1 : (sharesByTool(kind).get(tool) ?? 0)
}

function modelNameOf({ provider, model }: SpentKind): string {
  return `${provider}:${model}`
}

/** Each tool's part of the calls, by its name. */
function sharesByTool({ tools }: SpentKind): ReadonlyMap<string, number> {
  if (tools.length === 0) return new Map([[ANSWER, 1]])
  const shares = new Map<string, number>()
  for (const tool of tools) shares.set(tool, (shares.get(tool) ?? 0) + 1 / tools.length)
  return shares
}

type Sum = { -readonly [Name in keyof Totals]: number }

interface Group {
  readonly totals: Sum
  readonly costUsd: number[]
  readonly tokens: number[]
}

/** Part of the calls of a kind counts for a group. */
interface Part {
  readonly group: Group
  readonly share: number
}

/** Sums up what model calls came to, one session after the other. */
export class SpendingSums {
  readonly #query: SpendingQuery
  readonly #groups = new Map<string, Group>()
  readonly #bySession: number[] = []
  readonly #total: Sum = { ...noTotals }

  constructor(query: SpendingQuery) {
    this.#query = query
  }

  add(session: SpendingSession): void {
    const { edges, where } = this.#query
    if (where.sessionId !== undefined && where.sessionId !== session.id) return
    if (where.projectId !== undefined && where.projectId !== session.projectId) return
    const { kinds, cells } = session.spent
    const shares = kinds.map((kind) => shareOf(kind, where))
    const rows = rowsIn(cells, edges).filter(({ kind }) => (shares[kind] ?? 0) > 0)
    if (rows.length === 0) return
    const parts = kinds.map((kind) => this.#partsOf(session, kind))
    let costUsd = 0
    sumByKind(cells, rows, kinds.length).forEach((sum, kind) => {
      const share = shares[kind] ?? 0
      costUsd += sum.costUsd * share
      addTo(this.#total, sum, share)
      for (const part of parts[kind] ?? []) addTo(part.group.totals, sum, part.share)
    })
    this.#bySession.push(costUsd)
    for (const row of rows) {
      for (const part of parts[row.kind] ?? []) addToStretch(part, row)
    }
  }

  report(): SpendingReport {
    const sorted = [...this.#groups]
      .filter(([, { totals }]) => totals.calls > 0 || totals.costUsd > 0)
      .sort(([, a], [, b]) => compare(a.totals, b.totals))
    const told = sorted.slice(0, TOLD_IN_STRETCHES).map(
      ([key, group]): SpendingGroup => ({
        key,
        totals: group.totals,
        stretches: this.#stretches.map((stretch) => amountIn([group], stretch)),
      }),
    )
    const rest = sorted.slice(TOLD_IN_STRETCHES)
    return {
      total: this.#total,
      groups: [...told, ...rest.map(([key, { totals }]) => ({ key, totals }))],
      others: this.#stretches.map((stretch) =>
        amountIn(
          rest.map(([, group]) => group),
          stretch,
        ),
      ),
      sessions: this.#bySession.length,
      medianSessionUsd: medianOf(this.#bySession),
    }
  }

  get #stretches(): readonly number[] {
    return [...this.#query.edges.keys()].slice(1).map((edge) => edge - 1)
  }

  #partsOf(session: SpendingSession, kind: SpentKind): readonly Part[] {
    const { by, where } = this.#query
    const share = shareOf(kind, where)
    if (share === 0) return []
    if (by !== 'tool') return [{ group: this.#groupOf(keyOf(session, kind, by)), share }]
    return [...sharesByTool(kind)]
      .filter(([tool]) => where.tool === undefined || where.tool === tool)
      .map(([tool, part]) => ({ group: this.#groupOf(tool), share: part }))
  }

  #groupOf(key: string): Group {
    const known = this.#groups.get(key)
    if (known) return known
    const group: Group = { totals: { ...noTotals }, costUsd: [], tokens: [] }
    this.#groups.set(key, group)
    return group
  }
}

/** A cell within the time that is asked for. */
interface Row extends Amount {
  readonly index: number
  readonly kind: number
  readonly stretch: number
}

function rowsIn(cells: SpentCells, edges: readonly number[]): readonly Row[] {
  const rows: Row[] = []
  cells.at.forEach((at, index) => {
    const stretch = stretchOf(edges, at)
    if (stretch === undefined) return
    const tokens = (cells.inputTokens[index] ?? 0) + (cells.outputTokens[index] ?? 0)
    const costUsd = cells.costUsd[index] ?? 0
    rows.push({ index, kind: cells.kind[index] ?? 0, stretch, costUsd, tokens })
  })
  return rows
}

/** Goes through one column after the other: across them takes ten times as long. */
function sumByKind(cells: SpentCells, rows: readonly Row[], kinds: number): readonly Totals[] {
  const sums = Array.from({ length: kinds }, (): Sum => ({ ...noTotals }))
  for (const name of totalNames) {
    const column = cells[name]
    const byKind = new Float64Array(kinds)
    for (const { index, kind } of rows) byKind[kind] = (byKind[kind] ?? 0) + (column[index] ?? 0)
    sums.forEach((sum, kind) => {
      sum[name] = byKind[kind] ?? 0
    })
  }
  return sums
}

function addTo(sum: Sum, more: Totals, share: number): void {
  for (const name of totalNames) sum[name] += more[name] * share
}

function addToStretch({ group, share }: Part, { stretch, costUsd, tokens }: Row): void {
  group.costUsd[stretch] = (group.costUsd[stretch] ?? 0) + costUsd * share
  group.tokens[stretch] = (group.tokens[stretch] ?? 0) + tokens * share
}

/** What cost most first; of what cost the same, what used most. */
function compare(a: Totals, b: Totals): number {
  const tokensOf = ({ inputTokens, outputTokens }: Totals) => inputTokens + outputTokens
  return b.costUsd - a.costUsd || tokensOf(b) - tokensOf(a)
}

function amountIn(groups: readonly Group[], stretch: number): Amount {
  let [costUsd, tokens] = [0, 0]
  for (const group of groups) {
    costUsd += group.costUsd[stretch] ?? 0
    tokens += group.tokens[stretch] ?? 0
  }
  return { costUsd, tokens }
}

function keyOf(
  { id, projectId }: SpendingSession,
  kind: SpentKind,
  by: Exclude<Dimension, 'tool'>,
): string {
  if (by === 'project') return projectId
  if (by === 'session') return id
  return by === 'model' ? modelNameOf(kind) : kind[by]
}

/** Between which two edges a time lies; the first is of it, the second is not. */
export function stretchOf(edges: readonly number[], at: number): number | undefined {
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low === 0 || low === edges.length ? undefined : low - 1
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

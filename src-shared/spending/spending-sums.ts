import type { ProjectId, SessionId } from '../lib/ids.ts'
import { addTotals, noTotals, type Totals, totalNames } from '../projections/totals.ts'
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

/** Whether anything of a session can be asked for. */
export function isAsked({ id, projectId }: SpendingSession, where: SpendingFilter): boolean {
  return (
    (where.sessionId === undefined || where.sessionId === id) &&
    (where.projectId === undefined || where.projectId === projectId)
  )
}

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
  readonly key: string
  readonly costUsd: number[]
  readonly tokens: number[]
}

/** Part of the calls of a kind counts for a group, told by its place. */
interface Part {
  readonly group: number
  readonly share: number
}

/**
 * What is asked for of a session's cells, as columns: a cell stands in one row for each group it counts
 * for, with the share it does. Rows and columns: there are many, and objects take ten times as long.
 */
type Rows = Readonly<Record<'cell' | 'group' | 'share' | 'stretch', number[]>>

/** Sums up what model calls came to, one session after the other. */
export class SpendingSums {
  readonly #query: SpendingQuery
  readonly #groups: Group[] = []
  /** Of each group, at its place. */
  readonly #sums: Record<keyof Totals, number[]> = {
    calls: [],
    inputTokens: [],
    outputTokens: [],
    cacheReadTokens: [],
    cacheWriteTokens: [],
    reasoningTokens: [],
    costUsd: [],
    savedUsd: [],
    unpricedCalls: [],
  }
  readonly #places = new Map<string, number>()
  /** By kind, where all sessions have the same: many share it. */
  readonly #parts = new Map<SpentKind, readonly Part[]>()
  readonly #bySession: number[] = []
  #accepted = 0

  constructor(query: SpendingQuery) {
    this.#query = query
  }

  add(session: SpendingSession): void {
    if (!isAsked(session, this.#query.where)) return
    this.#addAccepted(session.spent)
    const { cells } = session.spent
    const rows = this.#rowsOf(session)
    if (rows.cell.length === 0) return
    for (const name of totalNames) this.#addTotals(rows, name, cells[name])
    this.#addStretches(rows, cells)
    let costUsd = 0
    rows.cell.forEach((cell, row) => {
      costUsd += (cells.costUsd[cell] ?? 0) * (rows.share[row] ?? 0)
    })
    this.#bySession.push(costUsd)
  }

  report(): SpendingReport {
    const sorted = this.#groups
      .map((group, place) => ({ ...group, totals: this.#totalsAt(place) }))
      .filter(({ totals }) => totals.calls > 0 || totals.costUsd > 0)
      .sort((a, b) => compare(a.totals, b.totals))
    const told = sorted.slice(0, TOLD_IN_STRETCHES).map(
      (group): SpendingGroup => ({
        key: group.key,
        totals: group.totals,
        stretches: this.#stretches.map((stretch) => amountIn([group], stretch)),
      }),
    )
    const rest = sorted.slice(TOLD_IN_STRETCHES)
    return {
      total: sorted.reduce((sum, { totals }) => addTotals(sum, totals), noTotals),
      groups: [...told, ...rest.map(({ key, totals }) => ({ key, totals }))],
      others: this.#stretches.map((stretch) => amountIn(rest, stretch)),
      sessions: this.#bySession.length,
      medianSessionUsd: medianOf(this.#bySession),
      ...(isOfWhole(this.#query.where) && { accepted: this.#accepted }),
    }
  }

  get #stretches(): readonly number[] {
    return [...this.#query.edges.keys()].slice(1).map((edge) => edge - 1)
  }

  #addAccepted({ accepted }: Spent): void {
    accepted?.at.forEach((at, cell) => {
      if (stretchOf(this.#query.edges, at) === undefined) return
      this.#accepted += accepted.hunks[cell] ?? 0
    })
  }

  #rowsOf(session: SpendingSession): Rows {
    const { kinds, cells } = session.spent
    const parts = kinds.map((kind) => this.#partsOf(session, kind))
    const rows: Rows = { cell: [], group: [], share: [], stretch: [] }
    cells.at.forEach((at, cell) => {
      const stretch = stretchOf(this.#query.edges, at)
      if (stretch === undefined) return
      for (const { group, share } of parts[cells.kind[cell] ?? 0] ?? []) {
        rows.cell.push(cell)
        rows.group.push(group)
        rows.share.push(share)
        rows.stretch.push(stretch)
      }
    })
    return rows
  }

  #partsOf(session: SpendingSession, kind: SpentKind): readonly Part[] {
    const { by } = this.#query
    if (by === 'project' || by === 'session') return this.#findParts(session, kind)
    const known = this.#parts.get(kind)
    if (known) return known
    const parts = this.#findParts(session, kind)
    this.#parts.set(kind, parts)
    return parts
  }

  #findParts(session: SpendingSession, kind: SpentKind): readonly Part[] {
    const { by, where } = this.#query
    const share = shareOf(kind, where)
    if (share === 0) return []
    if (by !== 'tool') return [{ group: this.#placeOf(keyOf(session, kind, by)), share }]
    return [...sharesByTool(kind)]
      .filter(([tool]) => where.tool === undefined || where.tool === tool)
      .map(([tool, part]) => ({ group: this.#placeOf(tool), share: part }))
  }

  #placeOf(key: string): number {
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const place = this.#groups.push({ key, costUsd: [], tokens: [] }) - 1
    this.#places.set(key, place)
    return place
  }

  #addTotals({ cell, group, share }: Rows, name: keyof Totals, column: readonly number[]): void {
    const sums = this.#sums[name]
    cell.forEach((at, row) => {
      const place = group[row] ?? 0
      sums[place] = (sums[place] ?? 0) + (column[at] ?? 0) * (share[row] ?? 0)
    })
  }

  #totalsAt(place: number): Totals {
    const totals: Sum = { ...noTotals }
    for (const name of totalNames) totals[name] = this.#sums[name][place] ?? 0
    return totals
  }

  #addStretches(rows: Rows, cells: SpentCells): void {
    rows.cell.forEach((cell, row) => {
      const group = this.#groups[rows.group[row] ?? 0]
      const [share, stretch] = [rows.share[row] ?? 0, rows.stretch[row] ?? 0]
      if (!group) return
      const tokens = (cells.inputTokens[cell] ?? 0) + (cells.outputTokens[cell] ?? 0)
      group.costUsd[stretch] = (group.costUsd[stretch] ?? 0) + (cells.costUsd[cell] ?? 0) * share
      group.tokens[stretch] = (group.tokens[stretch] ?? 0) + tokens * share
    })
  }
}

/** Whether all calls of sessions are asked for. */
function isOfWhole({ type, provider, model, tool }: SpendingFilter): boolean {
  return [type, provider, model, tool].every((one) => one === undefined)
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

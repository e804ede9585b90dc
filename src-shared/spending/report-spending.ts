import type { ProjectId, SessionId } from '../ids.ts'
import { addTotals, noTotals, type Totals } from '../projections/totals.ts'
import type {
  Amount,
  Dimension,
  SpendingFilter,
  SpendingGroup,
  SpendingQuery,
  SpendingReport,
} from './spending-query.ts'
import type { SpentCell } from './spent.ts'

/** One session's spending, as far as it is kept. */
export interface SpendingSession {
  readonly id: SessionId
  readonly projectId: ProjectId
  readonly cells: Iterable<SpentCell>
}

/** A call that asked for no tool was for its answer. */
export const ANSWER = 'answer'
/** How many groups are told stretch by stretch. */
const TOLD_IN_STRETCHES = 7

/** Sums up what model calls of some sessions came to. */
export function reportSpending(
  sessions: Iterable<SpendingSession>,
  { edges, by, where }: SpendingQuery,
): SpendingReport {
  const sums = new Sums(edges)
  for (const session of sessions) {
    if (!isOfSession(session, where)) continue
    for (const cell of session.cells) sums.add(session, cell, { by, where })
  }
  return sums.report()
}

function isOfSession({ id, projectId }: SpendingSession, where: SpendingFilter): boolean {
  return (
    (where.sessionId === undefined || where.sessionId === id) &&
    (where.projectId === undefined || where.projectId === projectId)
  )
}

/** Which part of a cell is asked for, from 0 to 1. */
export function shareOf(cell: SpentCell, { type, provider, model, tool }: SpendingFilter): number {
  const fits =
    (type === undefined || type === cell.type) &&
    (provider === undefined || provider === cell.provider) &&
    (model === undefined || model === modelNameOf(cell))
  if (!fits) return 0
  return tool === undefined ? 1 : (sharesByTool(cell)[tool] ?? 0)
}

function modelNameOf({ provider, model }: SpentCell): string {
  return `${provider}:${model}`
}

/** Each tool's part of the calls, by its name. */
function sharesByTool({ tools }: SpentCell): Readonly<Record<string, number>> {
  if (tools.length === 0) return { [ANSWER]: 1 }
  const shares: Record<string, number> = {}
  for (const tool of tools) shares[tool] = (shares[tool] ?? 0) + 1 / tools.length
  return shares
}

interface Asked {
  readonly by: Dimension
  readonly where: SpendingFilter
}

interface Group {
  totals: Totals
  readonly stretches: Amount[]
}

class Sums {
  readonly #edges: readonly number[]
  readonly #groups = new Map<string, Group>()
  readonly #bySession = new Map<SessionId, number>()
  #total = noTotals

  constructor(edges: readonly number[]) {
    this.#edges = edges
  }

  add(session: SpendingSession, cell: SpentCell, { by, where }: Asked): void {
    const stretch = stretchOf(this.#edges, cell.at)
    const share = stretch === undefined ? 0 : shareOf(cell, where)
    if (stretch === undefined || share === 0) return
    const { totals } = cell
    this.#total = addTotals(this.#total, totals, share)
    const before = this.#bySession.get(session.id) ?? 0
    this.#bySession.set(session.id, before + totals.costUsd * share)
    for (const [key, part] of keysOf(session, cell, { by, where })) {
      this.#addTo(this.#groupOf(key), stretch, totals, part)
    }
  }

  report(): SpendingReport {
    const sorted = [...this.#groups]
      .map(([key, group]) => ({ key, ...group }))
      .sort(
        (a, b) => b.totals.costUsd - a.totals.costUsd || tokensOf(b.totals) - tokensOf(a.totals),
      )
    const told = sorted.slice(0, TOLD_IN_STRETCHES)
    const rest = sorted.slice(TOLD_IN_STRETCHES)
    const groups: SpendingGroup[] = [...told, ...rest.map(({ key, totals }) => ({ key, totals }))]
    return {
      total: this.#total,
      groups,
      others: this.#edges.slice(1).map((_, stretch) => sumOf(rest, stretch)),
      sessions: this.#bySession.size,
      medianSessionUsd: medianOf([...this.#bySession.values()]),
    }
  }

  #groupOf(key: string): Group {
    const known = this.#groups.get(key)
    if (known) return known
    const stretches = this.#edges.slice(1).map(() => nothing)
    const group: Group = { totals: noTotals, stretches }
    this.#groups.set(key, group)
    return group
  }

  #addTo(group: Group, stretch: number, totals: Totals, share: number): void {
    group.totals = addTotals(group.totals, totals, share)
    const { costUsd, tokens } = group.stretches[stretch] ?? nothing
    group.stretches[stretch] = {
      costUsd: costUsd + totals.costUsd * share,
      tokens: tokens + tokensOf(totals) * share,
    }
  }
}

const nothing: Amount = { costUsd: 0, tokens: 0 }

function tokensOf({ inputTokens, outputTokens }: Totals): number {
  return inputTokens + outputTokens
}

function sumOf(groups: readonly Group[], stretch: number): Amount {
  return groups.reduce(({ costUsd, tokens }, { stretches }) => {
    const more = stretches[stretch] ?? nothing
    return { costUsd: costUsd + more.costUsd, tokens: tokens + more.tokens }
  }, nothing)
}

/** The groups a cell counts for, and which part of it counts for each. */
function keysOf(
  session: SpendingSession,
  cell: SpentCell,
  { by, where }: Asked,
): readonly (readonly [key: string, share: number])[] {
  if (by === 'tool') {
    const shares = Object.entries(sharesByTool(cell))
    return where.tool === undefined ? shares : shares.filter(([tool]) => tool === where.tool)
  }
  return [[keyOf(session, cell, by), shareOf(cell, where)]]
}

function keyOf(session: SpendingSession, cell: SpentCell, by: Exclude<Dimension, 'tool'>): string {
  if (by === 'project') return session.projectId
  if (by === 'session') return session.id
  return by === 'model' ? modelNameOf(cell) : cell[by]
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

import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import type { SessionId } from '#shared/lib/ids.ts'

/** A session’s place in the list: forks stand under the session they began in. */
export interface TreeRow {
  readonly session: SessionSummary
  /** 1: it stands by itself. */
  readonly level: number
  /** Sessions that were forked from it, and are listed. */
  readonly forks: number
  readonly isOpen: boolean
  /** By level, from 2 to its own: whether another fork of the same session follows further down. */
  readonly goesOn: readonly boolean[]
}

interface TreeChoice {
  /** Those whose forks are not shown. */
  readonly closed: ReadonlySet<string>
  /** A family stands where the first of it would stand, and not where its eldest would. */
  readonly isByFirst: boolean
}

/**
 * Sessions in the order they are listed in, as a tree. A fork whose parent is not among them stands by
 * itself, and so do sessions that claim to be forks of each other: files from elsewhere say anything.
 */
export function toTree(
  listed: readonly SessionSummary[],
  { closed, isByFirst }: TreeChoice,
): readonly TreeRow[] {
  const families = findFamilies(listed)
  const ranks = rank(listed, families, isByFirst)
  const inOrder = (all: readonly SessionSummary[]) =>
    all.toSorted((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0))
  const grow = (all: readonly SessionSummary[], lines?: readonly boolean[]): TreeRow[] =>
    inOrder(all).flatMap((session, index) => {
      const goesOn = lines ? [...lines, index < all.length - 1] : []
      const forks = families.forksOf.get(session.id) ?? []
      const isOpen = forks.length > 0 && !closed.has(session.id)
      const row = { session, level: goesOn.length + 1, forks: forks.length, isOpen, goesOn }
      return [row, ...(isOpen ? grow(forks, goesOn) : [])]
    })
  return grow(families.eldest)
}

interface Families {
  readonly eldest: readonly SessionSummary[]
  readonly forksOf: ReadonlyMap<SessionId, readonly SessionSummary[]>
}

function findFamilies(listed: readonly SessionSummary[]): Families {
  const byId = new Map(listed.map((session) => [session.id, session]))
  const parentOf = ({ forkedFrom }: SessionSummary) => forkedFrom && byId.get(forkedFrom.sessionId)
  const descended = findDescended(listed, parentOf)
  const byParent = Map.groupBy(listed, (session) =>
    descended.has(session) ? parentOf(session)?.id : undefined,
  )
  const forksOf = new Map<SessionId, readonly SessionSummary[]>()
  for (const [id, forks] of byParent) if (id) forksOf.set(id, forks)
  return { eldest: byParent.get(undefined) ?? [], forksOf }
}

type ParentOf = (session: SessionSummary) => SessionSummary | undefined

/** Those whose line leads up to a session that is no fork, and not around in a ring. */
function findDescended(
  listed: readonly SessionSummary[],
  parentOf: ParentOf,
): ReadonlySet<SessionSummary> {
  const descended = new Set<SessionSummary>()
  for (const session of listed) {
    const line = new Set<SessionSummary>()
    let at: SessionSummary | undefined = session
    while (at && !descended.has(at) && !line.has(at)) {
      line.add(at)
      at = parentOf(at)
    }
    if (!at || descended.has(at)) for (const one of line) descended.add(one)
  }
  return descended
}

function rank(
  listed: readonly SessionSummary[],
  { eldest, forksOf }: Families,
  isByFirst: boolean,
): ReadonlyMap<SessionId, number> {
  const ranks = new Map(listed.map(({ id }, index) => [id, index]))
  if (!isByFirst) return ranks
  const lift = ({ id }: SessionSummary): number => {
    const best = Math.min(ranks.get(id) ?? 0, ...(forksOf.get(id) ?? []).map(lift))
    ranks.set(id, best)
    return best
  }
  for (const session of eldest) lift(session)
  return ranks
}

/** Of the row that this one hangs from; `undefined`: it stands by itself. */
export function parentIndex(rows: readonly TreeRow[], index: number): number | undefined {
  const level = rows[index]?.level ?? 1
  const found = rows.slice(0, index).findLastIndex((row) => row.level < level)
  return found < 0 ? undefined : found
}

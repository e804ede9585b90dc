/** Groups of which each can be reached from each, largest first; what stands alone is left out. */
export function findGroups(
  edges: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const state: Walk = { edges, indexes: new Map(), lows: new Map(), stack: [], on: new Set() }
  const groups = [...edges.keys()].flatMap((node) =>
    state.indexes.has(node) ? [] : walk(state, node),
  )
  return groups
    .filter((group) => group.length > 1)
    .map((group) => [...group].sort())
    .sort((a, b) => b.length - a.length || compare(a[0], b[0]))
}

interface Walk {
  readonly edges: ReadonlyMap<string, readonly string[]>
  readonly indexes: Map<string, number>
  readonly lows: Map<string, number>
  readonly stack: string[]
  readonly on: Set<string>
}

/** Tarjan's, without recursion: a chain of imports may be long. */
function walk(state: Walk, start: string): string[][] {
  const { edges, lows, indexes } = state
  const groups: string[][] = []
  const path = [enter(state, start)]
  for (let frame = path.at(-1); frame; frame = path.at(-1)) {
    const next = edges.get(frame.node)?.[frame.next]
    frame.next += 1
    if (next === undefined) {
      path.pop()
      if (lows.get(frame.node) === indexes.get(frame.node)) groups.push(leave(state, frame.node))
      const above = path.at(-1)
      if (above) lower(state, above.node, lows.get(frame.node) ?? 0)
    } else if (!indexes.has(next)) {
      path.push(enter(state, next))
    } else if (state.on.has(next)) {
      lower(state, frame.node, indexes.get(next) ?? 0)
    }
  }
  return groups
}

function enter({ indexes, lows, stack, on }: Walk, node: string) {
  lows.set(node, indexes.size)
  indexes.set(node, indexes.size)
  stack.push(node)
  on.add(node)
  return { node, next: 0 }
}

function leave({ stack, on }: Walk, node: string): string[] {
  const group = stack.splice(stack.lastIndexOf(node))
  for (const one of group) on.delete(one)
  return group
}

function lower({ lows }: Walk, node: string, low: number): void {
  lows.set(node, Math.min(lows.get(node) ?? low, low))
}

/** The shortest way round from the first of a group, which ends where it began. */
export function findRound(
  group: readonly string[],
  edges: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const [start] = group
  if (start === undefined) return []
  const inside = new Set(group)
  const before = new Map<string, string>()
  const queue = [start]
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const next of edges.get(node) ?? []) {
      if (next === start) return toRound(start, node, before)
      if (!inside.has(next) || before.has(next)) continue
      before.set(next, node)
      queue.push(next)
    }
  }
  return []
}

function toRound(
  start: string,
  last: string,
  before: ReadonlyMap<string, string>,
): readonly string[] {
  const round = [start]
  for (let node: string | undefined = last; node !== undefined; node = before.get(node)) {
    if (node === start) break
    round.unshift(node)
  }
  return [start, ...round]
}

function compare(a = '', b = ''): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findGroups, findRound } from './find-cycles.ts'

const nodes = ['a', 'b', 'c', 'd', 'e', 'f'] as const
const graphs = fc
  .array(fc.tuple(fc.constantFrom(...nodes), fc.constantFrom(...nodes)), { maxLength: 14 })
  .map((pairs) => {
    const edges = Map.groupBy(pairs, ([from]) => from)
    return new Map(nodes.map((node) => [node, (edges.get(node) ?? []).map(([, to]) => to)]))
  })

function reachable(edges: ReadonlyMap<string, readonly string[]>, from: string): Set<string> {
  const seen = new Set<string>()
  const queue = [...(edges.get(from) ?? [])]
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    queue.push(...(edges.get(node) ?? []))
  }
  return seen
}

test('two are in one group exactly where each is reached from the other', () => {
  fc.assert(
    fc.property(graphs, (edges) => {
      const groups = findGroups(edges)
      const groupOf = (node: string) => groups.findIndex((group) => group.includes(node))
      for (const a of nodes) {
        for (const b of nodes.filter((node) => node !== a)) {
          const areRound = reachable(edges, a).has(b) && reachable(edges, b).has(a)
          expect(groupOf(a) >= 0 && groupOf(a) === groupOf(b)).toBe(areRound)
        }
      }
    }),
  )
})

test('a round goes along edges and ends where it began', () => {
  fc.assert(
    fc.property(graphs, (edges) => {
      for (const group of findGroups(edges)) {
        const round = findRound(group, edges)
        expect([round[0], round.at(-1)]).toEqual([group[0], group[0]])
        for (const [at, node] of round.slice(0, -1).entries()) {
          expect(new Map<string, readonly string[]>(edges).get(node)).toContain(round[at + 1])
        }
      }
    }),
  )
})

test('a chain of any length is followed', () => {
  const chain = Array.from({ length: 50_000 }, (_, at) => [`${at}`, [`${at + 1}`]] as const)
  expect(findGroups(new Map(chain))).toEqual([])
})

/** What a task needs to be known for. */
interface Depending {
  readonly id: number
  readonly dependsOn: readonly number[]
}

/**
 * Tasks that would wait for each other, from `id` back to it, if it depended on `dependsOn`;
 * `undefined`: none would. Of the others it is known that none do.
 */
export function findCycle(
  tasks: readonly Depending[],
  { id, dependsOn }: Depending,
): readonly number[] | undefined {
  const needs = new Map(tasks.map((task) => [task.id, task.dependsOn]))
  const seen = new Set<number>()
  const open: (readonly number[])[] = dependsOn.map((first) => [id, first])
  for (let path = open.pop(); path; path = open.pop()) {
    const last = path.at(-1)
    if (last === undefined) continue
    if (last === id) return path
    if (seen.has(last)) continue
    seen.add(last)
    for (const next of needs.get(last) ?? []) open.push([...path, next])
  }
  return undefined
}

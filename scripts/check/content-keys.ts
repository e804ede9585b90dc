import { hash } from 'node:crypto'
import type { Dependencies } from './dependencies.ts'
import type { Sources } from './sources.ts'

/** A digest for each file, by path. As long as it stays the same, so does the result of checking the file. */
export type ContentKeys = ReadonlyMap<string, string>

export function toDigest(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts))
}

/** Digests each file together with everything that it imports, directly or not. */
export function digestClosures(sources: Sources, dependencies: Dependencies): ContentKeys {
  const digests = new Map<string, string>()
  for (const files of groupByCycle(dependencies)) {
    const outside = new Set(files.flatMap((file) => dependencies.get(file) ?? []))
    for (const file of files) outside.delete(file)
    const digest = toDigest([
      ...files.toSorted().flatMap((file) => [file, sources.get(file) ?? '']),
      ...[...outside].toSorted().map((file) => digests.get(file) ?? `no ${file}`),
    ])
    for (const file of files) digests.set(file, digest)
  }
  return new Map([...digests].map(([file, digest]) => [file, toDigest([file, digest])]))
}

/** Puts files that import each other into one group, and each group after the groups that it imports (Tarjan). */
export function groupByCycle(dependencies: Dependencies): readonly (readonly string[])[] {
  const groups: string[][] = []
  /** Order of the first visit; infinite once the file is in a group. */
  const order = new Map<string, number>()
  const stack: string[] = []
  const visit = (file: string): number => {
    const index = order.size
    let lowest = index
    order.set(file, index)
    stack.push(file)
    for (const next of dependencies.get(file) ?? []) {
      if (dependencies.has(next)) lowest = Math.min(lowest, order.get(next) ?? visit(next))
    }
    if (lowest === index) {
      const group = stack.splice(stack.indexOf(file))
      for (const one of group) order.set(one, Number.POSITIVE_INFINITY)
      groups.push(group)
    }
    return lowest
  }
  for (const file of dependencies.keys()) if (!order.has(file)) visit(file)
  return groups
}

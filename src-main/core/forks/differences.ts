import { type FileDifference, TOLD } from '#shared/contract/forks.ts'
import type { TreeEntry } from '#shared/events/snapshot.ts'
import type { FileContent } from '#shared/events/value.ts'

interface Change {
  readonly path: string
  /** As it was, and as it is now. */
  readonly before: FileContent | null
  readonly after: FileContent | null
}

/** What going back would make of a file that has changed since. */
export function toDifference({ path, before, after }: Change, isConflict: boolean): FileDifference {
  if (before === null) return { path, change: 'removed', isConflict }
  return { path, change: after === null ? 'added' : 'changed', isConflict }
}

/** What differs between two states of a project's files, by path. */
export function differencesOf(
  then: ReadonlyMap<string, TreeEntry>,
  now: ReadonlyMap<string, TreeEntry>,
): readonly Change[] {
  const changes: Change[] = []
  for (const [path, before] of then) {
    const after = now.get(path) ?? null
    if (after === null || !isSame(before, after)) changes.push({ path, before, after })
  }
  for (const [path, after] of now) if (!then.has(path)) changes.push({ path, before: null, after })
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function isSame(one: FileContent, other: FileContent): boolean {
  return one.hash === other.hash && one.size === other.size
}

/** The first of a list, and how many there are in all. */
export function told<T>(all: readonly T[]): { items: T[]; total: number } {
  return { items: all.slice(0, TOLD), total: all.length }
}

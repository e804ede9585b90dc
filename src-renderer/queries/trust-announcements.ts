import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { ProjectId } from '#shared/lib/ids.ts'

/** Far more than a project names; the oldest are forgotten. */
const MAX_KEPT = 1_000

const Hashes = z.array(z.string()).catch([])

interface ToldStartables {
  /** By hash: what has changed was not told of. */
  readonly told: ReadonlySet<string>
  tell(hashes: readonly string[]): void
}

/** What of a project's startables a person has been told of in this browser, in any of its windows. */
export function useToldStartables(projectId: ProjectId): ToldStartables {
  const key = `orrery.told.${projectId}`
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  const told = new Set(parse(kept))
  const tell = (hashes: readonly string[]) => {
    const all = [...told.union(new Set(hashes))].slice(-MAX_KEPT)
    localStorage.setItem(key, JSON.stringify(all))
    // Only other windows hear of it by themselves.
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }
  return { told, tell }
}

function parse(kept: string | null): readonly string[] {
  try {
    return Hashes.parse(JSON.parse(kept ?? '[]'))
  } catch {
    return []
  }
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  return () => window.removeEventListener('storage', onChange)
}

import { existsSync, rmSync } from 'node:fs'
import { renameDurably } from '../rename-durably.ts'
import { setAside } from '../rescue/rescue.ts'

/** Where a backup is copied to before it takes a store's place. */
export function restoreDraftOf(file: string): string {
  return `${file}.restored`
}

/** After a restore that was cut off: ends it where the store was set aside by then, else forgets it. */
export function finishRestore(file: string, at: number): string | undefined {
  const draft = restoreDraftOf(file)
  if (!existsSync(draft)) return undefined
  if (existsSync(file)) {
    rmSync(draft)
    return undefined
  }
  // Set aside only once the copy was whole. What is left beside the store is not of the new one.
  setAside(file, 'replaced', at)
  renameDurably(draft, file)
  return `A backup was being restored when Orrery ended. It is in place; what was there before is kept beside ${file}.`
}

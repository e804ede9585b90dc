import { existsSync, renameSync, rmSync } from 'node:fs'
import { renameDurably } from './rename-durably.ts'

export interface StoreDraft {
  /** The store's file. */
  readonly file: string
  /** What was to take its place, whole before the store was set aside. */
  readonly draft: string
  /** Part of the name that what was there gets. */
  readonly why: string
  /** When, in milliseconds since the epoch. */
  readonly at: number
}

/** After a replacement that was cut off: ends it where the store was set aside by then, else forgets it. Answers whether it was ended. */
export function takeDraft({ file, draft, why, at }: StoreDraft): boolean {
  if (!existsSync(draft)) return false
  if (existsSync(file)) {
    removeDraft(draft)
    return false
  }
  // What is left beside the store is not of the new one.
  setAside(file, why, at)
  renameDurably(draft, file)
  return true
}

/** With what SQLite may have left beside it. */
export function removeDraft(draft: string): void {
  for (const suffix of ['', '-journal']) rmSync(draft + suffix, { force: true })
}

/** Gives a store's files another name, and answers it. */
export function setAside(file: string, why: string, at: number): string {
  const aside = `${file}.${why}-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
  }
  return aside
}

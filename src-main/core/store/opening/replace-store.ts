import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { renameDurably } from '../database/store-files.ts'
import { readHead } from '../file-format/pages.ts'

/** Suffixes of the files that SQLite keeps next to a store's file. */
const COMPANIONS = ['-wal', '-shm', '-journal'] as const

/** Offset of the journal mode in the file's header. */
const WRITE_VERSION_AT = 18
const WRITE_AHEAD = 2

interface StoreDraft {
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
  moveAside(file, why, at)
  renameDurably(draft, file)
  return true
}

/** Deletes a draft and the files that SQLite may have left next to it. */
export function removeDraft(draft: string): void {
  for (const suffix of ['', ...COMPANIONS]) rmSync(draft + suffix, { force: true })
}

/** Renames a store's files. Returns the new name of its main file. */
export function moveAside(file: string, why: string, at: number): string {
  const aside = findFreeName(file, why, at)
  for (const suffix of ['', ...COMPANIONS]) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
  }
  return aside
}

/** Renames a store's write-ahead log. Returns its new name. */
export function moveLogAside(file: string, at: number): string {
  const aside = findFreeName(file, 'damaged', at)
  renameSync(`${file}-wal`, `${aside}-wal`)
  rmSync(`${file}-shm`, { force: true })
  return `${aside}-wal`
}

/**
 * Renames a rollback journal next to a store that uses a write-ahead log: it belongs to another file, and
 * SQLite would roll the store back with it.
 */
export function moveJournalAside(file: string, at: number): void {
  const journal = `${file}-journal`
  if (existsSync(journal) && usesWriteAheadLog(file)) {
    renameSync(journal, `${findFreeName(file, 'damaged', at)}-journal`)
  }
}

function usesWriteAheadLog(file: string): boolean {
  return readHead(file, WRITE_VERSION_AT + 1)[WRITE_VERSION_AT] === WRITE_AHEAD
}

function findFreeName(file: string, why: string, at: number): string {
  const first = `${file}.${why}-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`
  let name = first
  const isTaken = () => ['', ...COMPANIONS].some((suffix) => exists(name + suffix))
  for (let number = 2; isTaken(); number += 1) {
    name = `${first}-${number}`
  }
  return name
}

/** Also true for a link to nothing. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Where a backup is copied to before it takes a store's place. */
export function restoreDraftOf(file: string): string {
  return `${file}.restored`
}

/** After a restore that was cut off: ends it where the store was set aside by then. */
export function finishRestore(file: string, at: number): string | undefined {
  const isEnded = takeDraft({ file, draft: restoreDraftOf(file), why: 'replaced', at })
  if (!isEnded) return undefined
  return `A backup was being restored when Orrery ended. It is in place; what was there before is kept beside ${file}.`
}

import { closeSync, existsSync, openSync, readSync, renameSync, rmSync } from 'node:fs'
import { renameDurably } from './rename-durably.ts'

/** What SQLite keeps beside a store's file. */
const COMPANIONS = ['-wal', '-shm', '-journal'] as const

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
  for (const suffix of ['', ...COMPANIONS]) rmSync(draft + suffix, { force: true })
}

/** Gives a store's files another name, and answers it. */
export function setAside(file: string, why: string, at: number): string {
  const aside = freeName(file, why, at)
  for (const suffix of ['', ...COMPANIONS]) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
  }
  return aside
}

/** As `setAside`, for the write-ahead log alone. Returns its new name. */
export function setLogAside(file: string, at: number): string {
  const aside = freeName(file, 'damaged', at)
  renameSync(`${file}-wal`, `${aside}-wal`)
  rmSync(`${file}-shm`, { force: true })
  return `${aside}-wal`
}

/**
 * Sets aside a rollback journal beside a store that has a write-ahead log: it belongs to another file,
 * and SQLite would copy it into the store.
 */
export function setJournalAside(file: string): void {
  const journal = `${file}-journal`
  if (existsSync(journal) && usesWriteAheadLog(file)) {
    renameSync(journal, `${file}.damaged-journal`)
  }
}

/** In the header of the file. */
const WRITE_VERSION_AT = 18
const WRITE_AHEAD = 2

function usesWriteAheadLog(file: string): boolean {
  const fd = openSync(file, 'r')
  try {
    const version = Buffer.alloc(1)
    readSync(fd, version, 0, 1, WRITE_VERSION_AT)
    return version[0] === WRITE_AHEAD
  } finally {
    closeSync(fd)
  }
}

function freeName(file: string, why: string, at: number): string {
  const first = `${file}.${why}-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`
  let name = first
  for (let number = 2; existsSync(name) || existsSync(`${name}-wal`); number += 1) {
    name = `${first}-${number}`
  }
  return name
}

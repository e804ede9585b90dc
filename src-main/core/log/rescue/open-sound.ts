import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { AppError } from '#shared/error.ts'
import { finishRestore } from '../backup/finish-restore.ts'
import { DamageMark, isCorruption } from '../damage-mark.ts'
import type { Db } from '../database.ts'
import { migrations } from '../migrations/index.ts'
import { APPLICATION_ID, looksLikeStore, openForOwner, storeFileIn } from '../open-database.ts'
import { moveJournalAside } from '../replace-store.ts'
import {
  findDamage,
  finishRescue,
  hasWriteAheadLog,
  isTruncated,
  keepWriteAheadLog,
  type RescueProgress,
  rescueStore,
  wasStore,
} from './rescue.ts'

export interface SoundOptions {
  readonly dataDir: string
  /**
   * Whether the last owner didn't close the store, or its files changed since. If so, everything is
   * checked, and a file that isn't a store counts as a damaged one.
   */
  readonly isAfterCrash: boolean
  /** Whether it's unknown how the last owner left the store. If so, everything is checked. */
  readonly isUnknown: boolean
  /** When it is opened, in milliseconds since the epoch. */
  readonly at: number
  /** Called while a damaged store is rescued. */
  readonly onRescue?: ((progress: RescueProgress) => void) | undefined
}

export interface SoundStore {
  readonly db: Db
  /** What a person has to know of how it was found. */
  readonly notice?: string
}

/**
 * Opens the store for its owner. Where it may be damaged it is read whole first; where it is, it is
 * set aside, and what can be read of it is saved.
 */
export async function openSound(options: SoundOptions): Promise<SoundStore> {
  const { dataDir, at, onRescue } = options
  const file = resolveLink(storeFileIn(dataDir))
  const finished = finishRescue(file, at) ?? finishRestore(file, at)
  keepWriteAheadLog(file)
  if (!existsSync(file) || !(await isDamaged(file, options))) {
    return { db: await openForOwner(dataDir), ...(finished && { notice: finished }) }
  }
  const notice = await rescueStore({ file, migrations, at, onProgress: onRescue })
  new DamageMark(file).remove()
  return { db: await openForOwner(dataDir), notice }
}

/** Follows a symbolic link, because SQLite keeps its other files next to the link's target. */
function resolveLink(file: string): string {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (!isLink) return file
  if (existsSync(file)) return realpathSync(file)
  const message = `${file} is a link to ${readlinkSync(file)}, which doesn’t exist. Restore that file, or delete the link to start with an empty store.`
  throw new AppError('unavailable', message)
}

async function isDamaged(
  file: string,
  { isAfterCrash, isUnknown }: Pick<SoundOptions, 'isAfterCrash' | 'isUnknown'>,
): Promise<boolean> {
  const mark = new DamageMark(file)
  // Whatever keeps this start from its end, the next one looks again.
  if (isAfterCrash) mark.set()
  const isSuspect = isAfterCrash || mark.isSet
  if (!statSync(file).isFile()) return isSuspect
  moveJournalAside(file)
  if (isTruncated(file)) return true
  switch (findKind(file)) {
    case 'store':
      break
    case 'other':
      return isSuspect
    case 'unreadable':
      if (isSuspect || wasStore(file)) return true
  }
  if (!isSuspect && !isUnknown && !hasWriteAheadLog(file)) return false
  const damage = await findDamage(file)
  if (damage.length === 0) mark.remove()
  return damage.length > 0
}

type Kind = 'store' | 'other' | 'unreadable'

/**
 * Distinguishes a store from another program's database and from an unreadable file. A file without a
 * schema is unreadable: SQLite opens a truncated header as an empty database.
 */
function findKind(file: string): Kind {
  try {
    using opened = new DisposableStack()
    const db = opened.adopt(new Database(file, { readonly: true }), (one) => one.close())
    const names = db.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all()
    if (names.length === 0) return 'unreadable'
    const isOurs = Number(db.pragma('application_id', { simple: true })) === APPLICATION_ID
    if (isOurs) return 'store'
    // A store with a damaged header.
    return looksLikeStore(names) ? 'unreadable' : 'other'
  } catch (error) {
    if (isCorruption(error)) return 'unreadable'
    // Opening it fails with the reason.
    if (error instanceof Database.SqliteError) return 'store'
    throw error
  }
}

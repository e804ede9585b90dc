import { existsSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { AppError } from '#shared/lib/app-error.ts'
import {
  DamageMark,
  type Db,
  isCorruption,
  isLocked,
  openReadOnly,
  untilUnlocked,
} from './database/database.ts'
import { findWritableStore } from './database/store-files.ts'
import { migrations } from './migrations/index.ts'
import {
  APPLICATION_ID,
  looksLikeStore,
  openForOwner,
  storeFileIn,
  toOpeningError,
} from './opening/open-database.ts'
import { finishRestore, moveJournalAside } from './opening/replace-store.ts'
import {
  findDamage,
  finishRescue,
  hasWriteAheadLog,
  isTruncated,
  keepWriteAheadLog,
  type RescueProgress,
  rescueStore,
  wasStore,
} from './recovery/rescue.ts'

interface SoundOptions {
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
  try {
    return await openChecked(options)
  } catch (error) {
    throw toOpeningError(error, storeFileIn(options.dataDir))
  }
}

async function openChecked(options: SoundOptions): Promise<SoundStore> {
  const { dataDir, at, onRescue } = options
  const file = findWritableStore(storeFileIn(dataDir))
  const finished = finishRescue(file, at) ?? finishRestore(file, at)
  keepWriteAheadLog(file)
  if (!existsSync(file) || !(await isDamaged(file, options))) {
    return { db: await openForOwner(dataDir), ...(finished && { notice: finished }) }
  }
  const notice = await rescueStore({ file, migrations, at, onProgress: onRescue })
  new DamageMark(file).remove()
  return { db: await openForOwner(dataDir), notice }
}

async function isDamaged(
  file: string,
  { isAfterCrash, isUnknown, at }: Omit<SoundOptions, 'dataDir' | 'onRescue'>,
): Promise<boolean> {
  const mark = new DamageMark(file)
  // Whatever keeps this start from its end, the next one looks again.
  if (isAfterCrash) mark.set()
  const isSuspect = isAfterCrash || mark.isSet
  if (!statSync(file).isFile()) {
    if (isSuspect) return true
    throw folderError(file)
  }
  moveJournalAside(file, at)
  await untilReadable(file)
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

function folderError(file: string): AppError {
  const message = `${file} is a folder, but Orrery needs a file with this name. Move it away, then try again.`
  return new AppError('unavailable', message)
}

/** Waits for another program that has locked the store. */
async function untilReadable(file: string): Promise<void> {
  await untilUnlocked(file, () => {
    using opened = new DisposableStack()
    try {
      const options = { readonly: true, timeout: 0 }
      const db = opened.adopt(new Database(file, options), (one) => one.close())
      db.prepare('SELECT count(*) FROM sqlite_schema').get()
    } catch (error) {
      // Other failures are explained by the checks that follow.
      if (isLocked(error)) throw error
    }
  })
}

type Kind = 'store' | 'other' | 'unreadable'

/**
 * Distinguishes a store from another program's database and from an unreadable file. A file without a
 * schema is unreadable: SQLite opens a truncated header as an empty database.
 */
function findKind(file: string): Kind {
  try {
    using opened = new DisposableStack()
    const db = opened.adopt(openReadOnly(file), (one) => one.close())
    const names = db.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all()
    if (names.length === 0) return 'unreadable'
    const isOurs = Number(db.pragma('application_id', { simple: true })) === APPLICATION_ID
    if (isOurs) return 'store'
    // A store with a damaged header.
    return looksLikeStore(names) ? 'unreadable' : 'other'
  } catch (error) {
    if (isCorruption(error)) return 'unreadable'
    if (isLocked(error)) throw toOpeningError(error, file)
    // Opening it fails with the reason.
    if (error instanceof Database.SqliteError) return 'store'
    throw error
  }
}

import Database from 'better-sqlite3'
import { finishRestore } from '../backup/finish-restore.ts'
import { DamageMark, isCorruption } from '../damage-mark.ts'
import type { Db } from '../database.ts'
import { migrations } from '../migrations/index.ts'
import { hasStore, openForOwner, storeFileIn } from '../open-database.ts'
import {
  findDamage,
  finishRescue,
  isTruncated,
  keepWriteAheadLog,
  rescueStore,
  wasStore,
} from './rescue.ts'

export interface SoundOptions {
  readonly dataDir: string
  /** Whoever owned it last did not end as it should. */
  readonly isAfterCrash: boolean
  /** When it is opened, in milliseconds since the epoch. */
  readonly at: number
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
export async function openSound({ dataDir, isAfterCrash, at }: SoundOptions): Promise<SoundStore> {
  const file = storeFileIn(dataDir)
  const finished = finishRescue(file, at) ?? finishRestore(file, at)
  if (!hasStore(dataDir) || !(await isDamaged(file, isAfterCrash))) {
    return { db: await openForOwner(dataDir), ...(finished && { notice: finished }) }
  }
  const notice = await rescueStore({ file, migrations, at })
  new DamageMark(file).remove()
  return { db: await openForOwner(dataDir), notice }
}

async function isDamaged(file: string, isAfterCrash: boolean): Promise<boolean> {
  const mark = new DamageMark(file)
  // Whatever keeps this start from its end, the next one looks again.
  if (isAfterCrash) mark.set()
  keepWriteAheadLog(file)
  if (isTruncated(file) || (isUnreadable(file) && (isAfterCrash || mark.isSet || wasStore(file))))
    return true
  if (!isAfterCrash && !mark.isSet) return false
  const damage = await findDamage(file)
  if (damage.length === 0) mark.remove()
  return damage.length > 0
}

/** Whether not even its schema can be read: SQLite takes what is left of a file's first words for nothing. */
function isUnreadable(file: string): boolean {
  try {
    using opened = new DisposableStack()
    const db = opened.adopt(new Database(file), (one) => one.close())
    return db.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
  } catch (error) {
    return isCorruption(error)
  }
}

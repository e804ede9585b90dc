import { chmodSync, copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { AppError } from '#shared/error.ts'
import { WorkerCalls } from '../../worker-entry.ts'
import { DamageMark } from '../damage-mark.ts'
import { codeOf, isDiskFull } from '../disk-error.ts'
import { checkIsOurs, hasStore, storeFileIn } from '../open-database.ts'
import { renameDurably } from '../rename-durably.ts'
import { moveAside } from '../replace-store.ts'
import { findDamage } from '../rescue/rescue.ts'
import { describeDamage } from '../store-error.ts'
import type { BackupCall } from './backup.worker.ts'
import { restoreDraftOf } from './finish-restore.ts'

/** Writes the store of a data folder as it is now to a new file. Answers how large that is, in bytes. */
export async function backUpStore(dataDir: string, file: string): Promise<number> {
  const into = resolve(file)
  if (!hasStore(dataDir)) {
    throw new AppError('not-found', `There is nothing to back up in ${dataDir}.`)
  }
  if (existsSync(into)) {
    throw new AppError('conflict', `${into} is there already. Choose a name that is free.`)
  }
  if (!existsSync(dirname(into))) {
    throw new AppError('not-found', `There is no folder ${dirname(into)}. Make it first.`)
  }
  const draft = `${into}.partial`
  try {
    await write(storeFileIn(dataDir), draft)
    renameDurably(draft, into)
  } finally {
    rmSync(draft, { force: true })
  }
  return statSync(into).size
}

async function write(from: string, into: string): Promise<void> {
  rmSync(into, { force: true })
  await using worker = new WorkerCalls<BackupCall, void>({ from: import.meta.url, name: 'backup' })
  await worker.call({ from, into })
  const [damage] = await findDamage(into)
  if (damage === undefined) return
  throw new AppError('unavailable', `The backup was not written. ${describeDamage(dirname(from))}`)
}

interface RestoreOptions {
  readonly file: string
  /** When it happens, in milliseconds since the epoch: part of the name that what was there gets. */
  readonly at: number
  /** Whoever owned the data folder last did not end as it should. */
  readonly isAfterCrash?: boolean
}

/**
 * Puts a backup in the place of a data folder's store; only whoever owns the folder may. Answers where
 * the store that was there has been kept; `undefined`: there was none.
 */
export async function restoreStore(
  dataDir: string,
  { file, at, isAfterCrash = false }: RestoreOptions,
): Promise<string | undefined> {
  const from = resolve(file)
  const store = storeFileIn(dataDir)
  // Where it comes to nothing, what was there has still to be looked at.
  if (isAfterCrash && hasStore(dataDir)) new DamageMark(store).set()
  await checkIsSound(from)
  // Copied first: where that fails, nothing has changed.
  const draft = restoreDraftOf(store)
  copy(from, draft)
  const aside = hasStore(dataDir) ? moveAside(store, 'replaced', at) : undefined
  renameDurably(draft, store)
  new DamageMark(store).remove()
  return aside
}

async function checkIsSound(from: string): Promise<void> {
  if (!existsSync(from)) throw new AppError('not-found', `There is no file ${from}.`)
  checkIsOurs(from)
  const [damage] = await findDamage(from)
  if (damage !== undefined) {
    throw new AppError('unsupported', `${from} is damaged. Choose another backup.`)
  }
}

/** Or leaves nothing of it. */
function copy(from: string, into: string): void {
  try {
    copyFileSync(from, into)
    // It may have been kept where nothing is written.
    chmodSync(into, 0o600)
  } catch (cause) {
    rmSync(into, { force: true })
    const why = isDiskFull(cause) ? 'the disk is full' : codeOf(cause)
    throw new AppError('unavailable', `${from} can’t be copied to ${dirname(into)}: ${why}.`, {
      cause,
    })
  }
}

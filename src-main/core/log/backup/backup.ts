import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { AppError } from '#shared/error.ts'
import { WorkerCalls } from '../../worker-entry.ts'
import { checkIsOurs, hasStore, storeFileIn } from '../open-database.ts'
import { findDamage, setAside } from '../rescue/rescue.ts'
import type { BackupCall } from './backup.worker.ts'

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
    renameSync(draft, into)
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
  throw new AppError('unavailable', `The backup is not sound (${damage}). The store is damaged.`)
}

/**
 * Puts a backup in the place of a data folder's store; only whoever owns the folder may. Answers where
 * the store that was there has been kept; `undefined`: there was none.
 */
export async function restoreStore(
  dataDir: string,
  { file, at }: { readonly file: string; readonly at: number },
): Promise<string | undefined> {
  const from = resolve(file)
  if (!existsSync(from)) throw new AppError('not-found', `There is no file ${from}.`)
  checkIsOurs(from)
  const [damage] = await findDamage(from)
  if (damage !== undefined) {
    throw new AppError('unsupported', `${from} is damaged (${damage}). Choose another backup.`)
  }
  const store = storeFileIn(dataDir)
  // Copied first: where that fails, nothing has changed.
  const draft = `${store}.restored`
  copyFileSync(from, draft)
  const aside = hasStore(dataDir) ? setAside(store, 'replaced', at) : undefined
  renameSync(draft, store)
  return aside
}

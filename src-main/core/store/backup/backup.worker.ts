import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { answerCalls } from '../../runtime/worker-entry.ts'
import { isDiskFull } from '../database/store-error.ts'
import { openReadable, toReadingError } from '../opening/open-database.ts'

export interface BackupCall {
  readonly from: string
  /** Not there yet. */
  readonly into: string
}

/** One consistent moment of the store, whoever writes it meanwhile, without its free pages. */
answerCalls(({ from, into }: BackupCall): void => {
  using opened = new DisposableStack()
  try {
    const db = opened.adopt(openReadable(from), (one) => one.close())
    db.prepare('VACUUM INTO ?').run(into)
    chmodSync(into, 0o600)
  } catch (error) {
    if (isDiskFull(error)) throw noRoomError(dirname(into), error)
    throw toReadingError(error, dirname(from))
  }
})

function noRoomError(folder: string, cause: unknown): AppError {
  const message = `There is no room for the backup in ${folder}. Make room there, or choose a folder on another disk.`
  return new AppError('unavailable', message, { cause })
}

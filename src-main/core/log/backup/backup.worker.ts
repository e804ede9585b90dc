import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { answerCalls } from '../../worker-entry.ts'
import { toReadingError } from '../open-database.ts'

export interface BackupCall {
  readonly from: string
  /** Not there yet. */
  readonly into: string
}

/** One consistent moment of the store, whoever writes it meanwhile, without its free pages. */
answerCalls(({ from, into }: BackupCall): void => {
  using opened = new DisposableStack()
  try {
    const db = opened.adopt(new Database(from, { readonly: true }), (one) => one.close())
    db.prepare('VACUUM INTO ?').run(into)
    chmodSync(into, 0o600)
  } catch (error) {
    throw toReadingError(error, dirname(from))
  }
})

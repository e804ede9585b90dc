import { chmodSync } from 'node:fs'
import Database from 'better-sqlite3'
import { answerCalls } from '../../worker-entry.ts'
import { toStoreError } from '../database.ts'

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
    throw toStoreError(error)
  }
})

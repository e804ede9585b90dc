import Database from 'better-sqlite3'
import { answerCalls } from '../../worker-entry.ts'
import { toStoreError } from '../database.ts'
import { type Salvaged, salvage } from './salvage.ts'

export interface SalvageCall {
  /** Damaged; it is read, never changed. */
  readonly from: string
  /** Made anew. */
  readonly into: string
  readonly migrations: readonly string[]
}

answerCalls(({ from, into, migrations }: SalvageCall): Salvaged => {
  using opened = new DisposableStack()
  const open = (file: string, readonly: boolean) =>
    opened.adopt(new Database(file, { readonly }), (db) => db.close())
  try {
    const damaged = open(from, true).unsafeMode()
    // Else a file that is shorter than it says is not read at all.
    damaged.pragma('writable_schema = ON')
    return salvage(damaged, open(into, false), migrations)
  } catch (error) {
    throw toStoreError(error)
  }
})

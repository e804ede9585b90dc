import Database from 'better-sqlite3'
import { answerCalls } from '../../runtime/worker-entry.ts'
import { toStoreError } from '../database/store-error.ts'
import { type Salvaged, type SalvageOptions, salvage } from './salvage.ts'

export interface SalvageCall extends Omit<SalvageOptions, 'onProgress'> {
  /** The damaged file. It isn't modified. */
  readonly from: string
  /** A new file. */
  readonly into: string
}

answerCalls(({ from, into, ...options }: SalvageCall, onProgress): Salvaged => {
  using opened = new DisposableStack()
  try {
    const db = opened.adopt(new Database(into), (one) => one.close())
    return salvage(from, db, { ...options, onProgress })
  } catch (error) {
    throw toStoreError(error)
  }
})

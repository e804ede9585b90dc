import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { StoreSizes } from '#shared/contract/store.ts'
import { answerCalls } from '../../worker-entry.ts'
import { toReadingError } from '../open-database.ts'
import { measureStore } from './measure.ts'

answerCalls((file: string): StoreSizes => {
  using opened = new DisposableStack()
  try {
    return measureStore(opened.adopt(new Database(file, { readonly: true }), (one) => one.close()))
  } catch (error) {
    throw toReadingError(error, dirname(file))
  }
})

import { dirname } from 'node:path'
import type { StoreSizes } from '#shared/contract/store.ts'
import { answerCalls } from '../../worker-entry.ts'
import { openReadable, toReadingError } from '../open-database.ts'
import { measureStore } from './measure.ts'

answerCalls((file: string): StoreSizes => {
  using opened = new DisposableStack()
  try {
    return measureStore(opened.adopt(openReadable(file), (one) => one.close()))
  } catch (error) {
    throw toReadingError(error, dirname(file))
  }
})

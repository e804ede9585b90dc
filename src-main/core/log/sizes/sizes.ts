import type { StoreSizes } from '#shared/contract/store.ts'
import { AppError } from '#shared/error.ts'
import { WorkerCalls } from '../../worker-entry.ts'
import { hasStore, storeFileIn } from '../open-database.ts'

/** Measured in a worker: every row is looked at. */
export async function readSizes(dataDir: string): Promise<StoreSizes> {
  if (!hasStore(dataDir)) throw new AppError('not-found', `Nothing is stored in ${dataDir} yet.`)
  await using worker = new WorkerCalls<string, StoreSizes>({
    from: import.meta.url,
    name: 'sizes',
  })
  return await worker.call(storeFileIn(dataDir))
}

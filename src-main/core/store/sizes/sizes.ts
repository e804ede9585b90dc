import type { StoreSizes } from '#shared/contract/procedures/host.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { WorkerCalls } from '../../runtime/worker-entry.ts'
import { hasStore, storeFileIn } from '../opening/open-database.ts'

/** Measured in a worker: every row is looked at. */
export async function readSizes(dataDir: string): Promise<StoreSizes> {
  if (!hasStore(dataDir)) throw new AppError('not-found', `Nothing is stored in ${dataDir} yet.`)
  await using worker = new WorkerCalls<string, StoreSizes>({
    from: import.meta.url,
    name: 'sizes',
  })
  return await worker.call(storeFileIn(dataDir))
}

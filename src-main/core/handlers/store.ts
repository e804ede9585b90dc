import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { store } from '#shared/contract/procedures/host.ts'
import { readSizes } from '../store/sizes/sizes.ts'
import type { Parts } from './parts.ts'

export function storeHandlers({ store: kept }: Parts): Handlers<typeof store> {
  return {
    'store.sizes': async () => {
      await kept.flush()
      return await readSizes(kept.dataDir)
    },
  }
}

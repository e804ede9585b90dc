import type { Store } from '../log/store.ts'
import type { Logs } from './logs.ts'

/** Has the log tell since when what happens is in memory alone, and when all of it is on the disk. */
export function logSaving(
  store: Pick<Store, 'unsaved' | 'onDidChangeSaving'>,
  logs: Logs,
): Disposable {
  return store.onDidChangeSaving(() => {
    const { unsaved } = store
    const message = unsaved ?? 'What was kept in memory alone is on the disk.'
    logs.write(unsaved === undefined ? 'info' : 'warn', { module: 'store', message })
  })
}

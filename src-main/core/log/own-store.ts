import { ClosedNote } from './closed-note.ts'
import { describeForeignLog } from './rescue/rescue.ts'
import { openStore, type Store, type StoreOptions } from './store.ts'

/**
 * Opens the store for its owner, and checks it first if its file changed since it was closed. Adds its
 * disposal to `owned`.
 */
export async function openOwnStore(
  options: Omit<StoreOptions, 'mode' | 'notice'>,
  owned: AsyncDisposableStack,
): Promise<Store> {
  const { dataDir, clock, report, onRescue } = options
  const note = new ClosedNote(dataDir)
  const { isUnknown, hasChanged, foreignLog } = note.compare(clock.now())
  const store = await openStore({
    dataDir,
    clock,
    mode: 'owner',
    isAfterCrash: (options.isAfterCrash ?? false) || hasChanged,
    isUnknown,
    notice: foreignLog === undefined ? undefined : describeForeignLog(foreignLog),
    onRescue,
    ...(report && { report }),
  })
  owned.defer(() => note.write())
  owned.use(store)
  note.remove()
  return store
}

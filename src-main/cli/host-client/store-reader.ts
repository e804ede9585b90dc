import { systemClock } from '../../core/runtime/clock.ts'
import { hasStore } from '../../core/store/opening/open-database.ts'
import { openStore, type Store } from '../../core/store/store.ts'

/** A store that is only read, whoever owns it. */
export interface Reader extends AsyncDisposable {
  readonly store: Store
}

/** `undefined` where nothing was ever stored. */
export async function openReader(dataDir: string): Promise<Reader | undefined> {
  if (!hasStore(dataDir)) return undefined
  const store = await openStore({ dataDir, clock: systemClock, mode: 'reader' })
  return { store, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
}

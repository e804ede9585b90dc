import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Loads `slices` one after another before `load`, and lets other work run after each. The build puts
 * it in front of large chunks; see `scripts/split-loading.ts`.
 */
export async function loadInSlices<T>(
  slices: readonly (() => Promise<unknown>)[],
  load: () => Promise<T>,
): Promise<T> {
  for (const slice of slices) {
    await slice()
    await nextTurn()
  }
  return load()
}

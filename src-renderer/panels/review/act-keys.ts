import { nameKeys, writeKeys } from '../../client/keys.ts'
import { useShortcutTable } from '../../client/shortcuts.ts'
import { commandIdOf, type ReviewAct, reviewActs } from './review-acts.ts'

/** The keys of what can be done with a change, as a person reads them; absent: it has none. */
export function useActKeys(): (act: ReviewAct) => string | undefined {
  const table = useShortcutTable()
  return (act) => {
    const keys = table.keysOf(commandIdOf(act))
    return keys && writeKeys(keys)
  }
}

/** All of them, for assistive technology. */
export function useNamedKeys(): string {
  const table = useShortcutTable()
  const keys = reviewActs.map(({ act }) => table.keysOf(commandIdOf(act)))
  return keys.flatMap((one) => (one ? nameKeys(one) : [])).join(' ')
}

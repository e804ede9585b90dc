import { createContext, useContext } from 'react'
import type { ShortcutChoices } from '#shared/settings/settings.ts'
import { type Keys, writeKeys } from './keys.ts'

/** The part of the window that must have the focus for some keys, and listens to them itself. */
export type KeyPlace =
  | 'the timeline'
  | 'the changes'
  | 'the code review'
  | 'the prompt'
  | 'a terminal'

/** A command, as far as keys are concerned. */
export interface Shortcut {
  readonly id: string
  readonly title: string
  readonly group: string
  /** Those it comes with. */
  readonly keys?: Keys
  readonly keysIn?: KeyPlace
}

/** Every command's keys, as they come and as a person has chosen them. */
export class ShortcutTable {
  readonly all: readonly Shortcut[]
  readonly #choices: ShortcutChoices

  constructor(all: readonly Shortcut[], choices: ShortcutChoices) {
    this.all = all
    this.#choices = choices
  }

  /** The keys that hold; absent: it has none. */
  keysOf(id: string): Keys | undefined {
    const chosen = this.#choices[id]
    if (chosen !== undefined) return chosen ?? undefined
    return this.all.find((one) => one.id === id)?.keys
  }

  isChanged(id: string): boolean {
    return this.#choices[id] !== undefined
  }

  get hasChanges(): boolean {
    return this.all.some(({ id }) => this.isChanged(id))
  }

  /** The command that listens in the same place to the same keys. */
  findRival({ id, keysIn }: Shortcut, keys: Keys): Shortcut | undefined {
    return this.all.find(
      (one) => one.id !== id && meet(one.keysIn, keysIn) && this.keysOf(one.id) === keys,
    )
  }

  /** The one in this place that is meant by these keys. */
  findIn(place: KeyPlace, keys: Keys): Shortcut | undefined {
    return this.all.find(({ id, keysIn }) => keysIn === place && this.keysOf(id) === keys)
  }
}

/** Keys of the whole window are heard in every part of it. */
function meet(one: KeyPlace | undefined, other: KeyPlace | undefined): boolean {
  return one === undefined || other === undefined || one === other
}

export const ShortcutContext = createContext(new ShortcutTable([], {}))

export function useShortcutTable(): ShortcutTable {
  return useContext(ShortcutContext)
}

/** The keys of a command as a person reads them; absent: it has none. */
export function useWrittenKeys(id: string | undefined): string | undefined {
  const keys = useShortcutTable().keysOf(id ?? '')
  return keys && writeKeys(keys)
}

/** Those of browsers alone: no page is told of them, or none can keep them from what they do. */
const OF_BROWSERS = ['t', 'n', 'w', 'shift+t', 'shift+n', 'shift+w', 'tab', 'shift+tab', 'pageup']

/** Whether a browser takes the keys for itself, so that they do nothing here. */
export function isOfBrowsers(keys: Keys): boolean {
  const plain = keys.replace(/^mod\+/, '')
  return keys.startsWith('mod+') && [...OF_BROWSERS, 'pagedown'].includes(plain)
}

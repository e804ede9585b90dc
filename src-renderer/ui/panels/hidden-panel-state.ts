import { createContext, useContext, useEffect, useState } from 'react'
import { assert } from '#shared/lib/assert.ts'

/** Objects of a panel that outlive its effects while another panel hides it. */
export class HiddenPanelState implements Disposable {
  readonly #all = new Set<Disposable>()

  /** Returns the panel's only instance of a class, and creates it the first time. */
  get<Thing extends Disposable>(Kind: new () => Thing): Thing {
    for (const one of this.#all) if (one instanceof Kind) return one
    const made = new Kind()
    this.#all.add(made)
    return made
  }

  [Symbol.dispose](): void {
    for (const one of this.#all) one[Symbol.dispose]()
    this.#all.clear()
  }
}

const HiddenPanelContext = createContext<HiddenPanelState | undefined>(undefined)

/** For what is inside; around what rests, for a panel that is closed lets go of all of it. */
export const KeptScope = HiddenPanelContext.Provider

/** For a panel's place. */
export function useKeeping(): HiddenPanelState {
  const [kept] = useState(() => new HiddenPanelState())
  // Who uses it lets go of it before it is disposed of: parents are told first that they go.
  useEffect(() => () => queueMicrotask(() => kept[Symbol.dispose]()), [kept])
  return kept
}

/** Made once for the panel, and there again after it has rested. */
export function useKept<Thing extends Disposable>(Kind: new () => Thing): Thing {
  const kept = useContext(HiddenPanelContext)
  assert(kept, 'What is kept is used inside of a panel’s place.')
  return kept.get(Kind)
}

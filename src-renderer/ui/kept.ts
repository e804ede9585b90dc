import { createContext, useContext, useEffect, useState } from 'react'
import { assert } from '#shared/lib/assert.ts'

/** What a panel keeps while it rests behind another, which undoes its effects. */
export class Kept implements Disposable {
  readonly #all = new Set<Disposable>()

  /** The same one each time. */
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

const KeptContext = createContext<Kept | undefined>(undefined)

/** For what is inside; around what rests, for a panel that is closed lets go of all of it. */
export const KeptScope = KeptContext.Provider

/** For a panel's place. */
export function useKeeping(): Kept {
  const [kept] = useState(() => new Kept())
  // Who uses it lets go of it before it is disposed of: parents are told first that they go.
  useEffect(() => () => queueMicrotask(() => kept[Symbol.dispose]()), [kept])
  return kept
}

/** Made once for the panel, and there again after it has rested. */
export function useKept<Thing extends Disposable>(Kind: new () => Thing): Thing {
  const kept = useContext(KeptContext)
  assert(kept, 'What is kept is used inside of a panel’s place.')
  return kept.get(Kind)
}

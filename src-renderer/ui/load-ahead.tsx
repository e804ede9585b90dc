import { type ComponentType, lazy, useState } from 'react'

export interface LoadedAhead<Props> {
  readonly Component: ComponentType<Props>
  /** Loads it before it is drawn. Fails where it can't be had; whoever draws it asks again. */
  loadAhead(): Promise<void>
}

/**
 * A component that is loaded when it is first drawn, as a lazy one, or ahead. Then it is drawn at once:
 * what is lazy waits each time, and what is shown meanwhile stays for 300 ms.
 */
export function loadedAhead<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LoadedAhead<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    loaded ??= await load()
    return loaded
  }
  const Lazy = lazy(async () => ({ default: await loadOnce() }))
  return {
    Component: function AheadOrLazy(props: Props) {
      // For as long as it is drawn it stays the same.
      const [Drawn] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
      return <Drawn {...props} />
    },
    loadAhead: async () => {
      await loadOnce()
    },
  }
}

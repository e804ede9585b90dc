import { findShown, isNamed, type Listed } from './terminal-list.ts'

export type Side = 'left' | 'right'

export interface Sides {
  readonly left: Listed | undefined
  /** Absent where one is shown. */
  readonly right: Listed | undefined
}

/** What a person chose to see: by what was pointed at last, and side by side. */
export interface ChosenSides {
  readonly selectedId: string | undefined
  readonly kept: { readonly left?: string | undefined; readonly right: string } | undefined
}

/**
 * What is pointed at stands on the left, unless it is what stands on the right. A right one that is
 * not there, or the only one, leaves one terminal.
 */
export function findSides(list: readonly Listed[], { selectedId, kept }: ChosenSides): Sides {
  const right = kept && list.find((one) => isNamed(one, kept.right))
  const others = list.filter((one) => one !== right)
  if (!right || others.length === 0) return { left: findShown(list, selectedId), right: undefined }
  const isOnRight = isNamed(right, selectedId)
  return { left: findShown(others, (isOnRight ? undefined : selectedId) ?? kept.left), right }
}

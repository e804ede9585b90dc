/** Where a list is scrolled to, how long it is, and how much of it is seen; in pixels. */
export interface Place {
  readonly top: number
  readonly whole: number
  readonly shown: number
}

export interface Reading {
  readonly isAtEnd: boolean
  readonly place: Place
}

/** How near to the end still counts as there. */
const NEAR_PX = 40

/** Only a person leaves the end: by going up, in a list that keeps its size, or by going far. */
export function follow({ isAtEnd, place: before }: Reading, place: Place): Reading {
  const below = place.whole - place.top - place.shown
  const isSameSize = place.whole === before.whole && place.shown === before.shown
  const hasLeft = (isSameSize && place.top < before.top) || below > place.shown
  return { isAtEnd: below <= NEAR_PX || (isAtEnd && !hasLeft), place }
}

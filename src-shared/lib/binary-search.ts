/** The index of the last item for which `holds`; -1 if there is none. It must hold for a beginning of the list. */
export function lastBefore<T>(items: ArrayLike<T>, holds: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && holds(item)) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** How many rows a page is, roughly. */
const PAGE = 12

/** Where a key leads to among so many lines; from none, up begins at the newest. */
export function placeAfter(key: string, from: number, count: number): number | undefined {
  const within = (place: number) => Math.min(Math.max(place, 0), count - 1)
  switch (key) {
    case 'ArrowDown':
      return within(from + 1)
    case 'ArrowUp':
      return within((from < 0 ? count : from) - 1)
    case 'PageDown':
      return within(from + PAGE)
    case 'PageUp':
      return within((from < 0 ? count : from) - PAGE)
    case 'Home':
      return 0
    case 'End':
      return within(count)
    default:
      return undefined
  }
}

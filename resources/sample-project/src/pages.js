/** How many pages it takes to show `items` items, `size` on each. */
export function pageCount(items, size) {
  if (items === 0) return 1
  return Math.floor(items / size)
}

/** The items on a page; pages are counted from 1. */
export function pageOf(list, page, size) {
  const last = pageCount(list.length, size)
  const shown = Math.min(Math.max(page, 1), last)
  return list.slice((shown - 1) * size, shown * size)
}

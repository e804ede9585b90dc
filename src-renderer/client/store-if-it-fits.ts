/**
 * Stores a text for the next reload. Browsers limit a page's storage to some megabytes: an entry that
 * doesn't fit is removed, so that no older text comes back in its place.
 */
export function storeIfItFits(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  key: string,
  text: string,
): void {
  try {
    storage.setItem(key, text)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
    storage.removeItem(key)
  }
}

/** How to get a terminal from what it has printed to what it is to show. */
export type OutputChange =
  | { readonly type: 'none' }
  | { readonly type: 'append'; readonly text: string }
  | { readonly type: 'rewrite'; readonly text: string }

/** How much of the seam between two outputs is compared, where the kept output has lost its beginning. */
const SEAM = 512

/**
 * Going forward appends; going back writes anew. A kept output that has lost its beginning goes on
 * where the end of the shown one is found in it.
 */
export function outputChange(shown: string, wanted: string): OutputChange {
  if (shown === wanted) return { type: 'none' }
  if (wanted.startsWith(shown)) return { type: 'append', text: wanted.slice(shown.length) }
  if (shown.length >= SEAM && wanted.length >= shown.length) {
    const seam = shown.slice(-SEAM)
    const index = wanted.lastIndexOf(seam)
    if (index > 0 && shown.endsWith(wanted.slice(0, index + SEAM))) {
      return { type: 'append', text: wanted.slice(index + SEAM) }
    }
  }
  return { type: 'rewrite', text: wanted }
}

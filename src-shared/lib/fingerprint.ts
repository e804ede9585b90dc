const OFFSETS = [0xdeadbeef, 0x41c6ce57] as const

/** 53 bits of a text, to compare long texts by (cyrb53). Not for anything that somebody may want to forge. */
export function fingerprint(text: string): string {
  let [high, low]: [number, number] = [...OFFSETS]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

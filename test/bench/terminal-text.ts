/** What a build might print, a line with some colour. */
function toLine(_: unknown, index: number): string {
  const place = `src/parts/part-${index % 97}/module-${index}.ts`
  return `\u001b[32m✓\u001b[0m ${place} \u001b[2mcompiled in ${index % 31} ms\u001b[0m\n`
}

const LINES = 200
const FLOOD_BYTES = 50 * 1024 * 1024

/** A program writes so much at once. */
export const PIECE = Array.from({ length: LINES }, toLine).join('')
/** Of which so many are 50 MB as they arrive, each end of line by two bytes. */
export const PIECES = Math.ceil(FLOOD_BYTES / (Buffer.byteLength(PIECE) + LINES))

/** What one of many that print at once does: about 60 KB a second. */
export const STREAMED = Array.from({ length: 40 }, toLine).join('')
export const STREAM_EVERY_MS = 50

export const GO = 'g'
export const KEY = 'k'

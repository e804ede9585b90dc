import { imageSize } from 'image-size'

/** An image as providers take it, or why they don't. */
type ReadImage =
  | { readonly type: 'image'; readonly mimeType: string }
  | { readonly type: 'refused'; readonly reason: string }
  /** None of the formats that are known here. */
  | { readonly type: 'unknown' }

/** The formats that all providers take. */
const MIME_TYPES: ReadonlyMap<string | undefined, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
])
/** Anthropic takes 5 MiB of base64 and 8,000 pixels on a side: the least of all providers. */
const MAX_BYTES = (5 * 1024 * 1024 * 3) / 4
const MAX_PIXELS = 8000

/**
 * Reads the type of an image from its bytes: names and declared types are often wrong. A provider refuses
 * a whole conversation because of one image that it can't decode.
 */
export function readImage(bytes: Uint8Array): ReadImage {
  const size = measure(bytes)
  if (!size) return { type: 'unknown' }
  const { type, width, height } = size
  const mimeType = MIME_TYPES.get(type)
  if (!mimeType) return refused(`models can't read ${(type ?? 'such images').toUpperCase()}`)
  if (!isWhole(bytes, mimeType)) return refused('the file is incomplete')
  if (width === 0 || height === 0) return refused('it has no pixels')
  if (Math.max(width, height) > MAX_PIXELS) {
    return refused(`${width} × ${height} pixels, models take ${MAX_PIXELS} on a side`)
  }
  if (bytes.byteLength > MAX_BYTES) return refused('models take 3.75 MiB')
  return { type: 'image', mimeType }
}

function refused(reason: string): ReadImage {
  return { type: 'refused', reason }
}

/** `undefined`: no image, or one whose head is broken. */
function measure(bytes: Uint8Array) {
  try {
    return imageSize(bytes)
  } catch {
    return undefined
  }
}

/** Whether the end of the image is there; something may follow it. */
function isWhole(bytes: Uint8Array, mimeType: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (mimeType === 'image/png') return buffer.includes('IEND')
  if (mimeType === 'image/jpeg') return buffer.includes(Buffer.of(0xff, 0xd9))
  if (mimeType === 'image/gif') return buffer.includes(';', 13)
  return buffer.readUInt32LE(4) + 8 <= buffer.length
}

import { AppError } from '../error.ts'
import { MAX_FRAME_BYTES, type Request } from './wire.ts'

/** The brackets of a frame. */
const RESERVED_BYTES = 2
const MEBIBYTE = 1024 * 1024

/**
 * Throws an AppError `invalid-input` if no frame can carry a request. The host would close the connection,
 * which looks like a host that has ended.
 */
export function checkFits(request: Request): void {
  const bytes = countBytes(JSON.stringify(request))
  if (bytes + RESERVED_BYTES <= MAX_FRAME_BYTES) return
  const size = Math.ceil(bytes / MEBIBYTE)
  const message = `This request is too large to send: it has ${size} MiB, and the limit is ${MAX_FRAME_BYTES / MEBIBYTE} MiB. Send less at once.`
  throw new AppError('invalid-input', message)
}

/** Returns requests as the texts of as few frames as can carry them. A frame is a JSON array. */
export function toRequestFrames(requests: readonly Request[]): readonly string[] {
  const frames: string[][] = []
  let left = 0
  for (const text of requests.map((request) => JSON.stringify(request))) {
    const bytes = countBytes(text) + 1
    if (bytes > left) {
      frames.push([])
      left = MAX_FRAME_BYTES - RESERVED_BYTES
    }
    frames.at(-1)?.push(text)
    left -= bytes
  }
  return frames.map((texts) => `[${texts.join(',')}]`)
}

/** In UTF-8. JSON has no halves of surrogate pairs. */
function countBytes(json: string): number {
  let bytes = json.length
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index)
    if (code < 0x80) continue
    const isHalf = code >= 0xd800 && code < 0xe000
    bytes += code < 0x800 || isHalf ? 1 : 2
  }
  return bytes
}

import { AppError } from '../lib/app-error.ts'
import { MAX_FRAME_BYTES, type Reply, type Request } from './protocol.ts'

/** Shorter text costs nothing to be written as JSON, and goes with the others. */
const LONG = 4096

/** What is longer than that together goes in more than one frame: there is an end to how long a text can be. */
const MAX_TOGETHER = 4 * 1024 * 1024

/** What a piece of long text is sent with: `value` is what it says besides. */
interface TextItem {
  readonly type: 'item'
  readonly id: number
  readonly value: { readonly data: string }
}

/**
 * What a host says, as the texts of as few frames as may be. A frame is a JSON array of messages, or one item
 * whose `data` is long text: as JSON without it, a line feed, and the text as it is. JSON has no line feed.
 */
export function toTextFrames(replies: readonly Reply[]): readonly string[] {
  const frames: string[] = []
  let together: string[] = []
  let length = 0
  const close = () => {
    if (together.length > 0) frames.push(`[${together.join(',')}]`)
    together = []
    length = 0
  }
  for (const reply of replies) {
    if (isTextItem(reply)) {
      close()
      frames.push(toTextFrame(reply))
      continue
    }
    const text = JSON.stringify(reply)
    if (length + text.length > MAX_TOGETHER) close()
    together.push(text)
    length += text.length
  }
  close()
  return frames
}

/** What `toTextFrames` made of it. The host's own code wrote these: they are taken as they are. */
export function fromTextFrame(frame: string): readonly Reply[] {
  if (!frame.startsWith('{')) return JSON.parse(frame)
  const end = frame.indexOf('\n')
  const { type, id, value } = JSON.parse(frame.slice(0, end))
  return [{ type, id, value: { ...value, data: frame.slice(end + 1) } }]
}

function toTextFrame({ value: { data, ...value }, ...item }: TextItem): string {
  return `${JSON.stringify({ ...item, value })}\n${data}`
}

/** Half of a character cannot be sent but as JSON. */
function isTextItem(reply: Reply): reply is TextItem {
  if (reply.type !== 'item') return false
  const { value } = reply
  if (typeof value !== 'object' || value === null || !('data' in value)) return false
  const { data } = value
  return typeof data === 'string' && data.length >= LONG && data.isWellFormed()
}

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

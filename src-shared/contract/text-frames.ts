import type { Reply } from './wire.ts'

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

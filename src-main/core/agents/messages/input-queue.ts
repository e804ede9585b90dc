import { isUtf8 } from 'node:buffer'
import { HumanMessage } from '@langchain/core/messages'
import { type InputItem, inputItemId } from '#shared/projections/transcript-items.ts'
import type { Blobs } from '../../store/blobs/blobs.ts'
import { readImage } from '../../tools/answers/image-format.ts'
import type { Journal } from '../recording/call-journal.ts'

/** What an agent was told and has not heard yet, oldest first: nothing twice. */
export class InputQueue {
  readonly #waiting: HumanMessage[] = []
  readonly #known = new Set<string | undefined>()

  add(...messages: readonly HumanMessage[]): void {
    const fresh = messages.filter(({ id }) => !this.#known.has(id))
    for (const { id } of fresh) this.#known.add(id)
    this.#waiting.push(...fresh)
  }

  /** Takes everything out. */
  take(): HumanMessage[] {
    return this.#waiting.splice(0)
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }
}

/** What of an input the lead is told. */
export type SaidInput = Pick<InputItem, 'seq' | 'text' | 'attachments' | 'files' | 'from'>

/** An input as the lead is told it: its text, the files it names, the images pasted into it. */
export function toMessage(input: SaidInput, journal: Journal, blobs: Blobs): HumanMessage {
  const files = input.files.length > 0 ? `\n\nFiles named: ${input.files.join(', ')}` : ''
  const text = journal.read(input.text) + files
  const attached = input.attachments.flatMap(({ name, mimeType, content }) => {
    const bytes = mimeType.startsWith('image/') ? blobs.get(content.ref) : undefined
    return bytes ? [toBlock(name, mimeType, bytes)] : []
  })
  const content = attached.length > 0 ? [{ type: 'text' as const, text }, ...attached] : text
  return new HumanMessage({ id: inputItemId(input.seq), content })
}

/** An image by the type of its bytes. What a provider can't read would make it refuse the conversation. */
function toBlock(name: string, mimeType: string, bytes: Uint8Array) {
  const read = readImage(bytes)
  if (read.type === 'image') return imageOf(read.mimeType, bytes)
  if (/svg/iu.test(mimeType) && isUtf8(bytes)) {
    return { type: 'text' as const, text: `${name}:\n${Buffer.from(bytes).toString('utf8')}` }
  }
  const reason = read.type === 'refused' ? read.reason : "it can't be read as an image"
  return { type: 'text' as const, text: `[The image ${name} isn't shown to you: ${reason}.]` }
}

/** As both OpenAI's and Anthropic's clients take it. */
function imageOf(mimeType: string, bytes: Uint8Array) {
  const url = `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`
  return { type: 'image_url' as const, image_url: { url } }
}

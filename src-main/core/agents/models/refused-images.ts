import { createHash } from 'node:crypto'
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { z } from 'zod'
import type { Failure } from './failures.ts'

/** An image or a document as tools answer with it, and an image as a prompt has it. */
const Media = z.union([
  z.object({ type: z.enum(['image', 'file']), mimeType: z.string(), data: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
])

/** The field of an answer's metadata that names the images which its request left out. */
const LEFT_OUT = 'orreryLeftOut'
const LeftOut = z.object({ [LEFT_OUT]: z.array(z.string()) })

const PLACEHOLDER = {
  type: 'text',
  text: '[An image is left out here, because the model provider refused it.]',
} as const

/**
 * Keeps one image that a server refuses from ending a conversation. The answer to a request without it
 * names it, so that later requests of the thread leave it out, too.
 */
export class RefusedImages {
  readonly #messages: readonly BaseMessage[]
  readonly #leftOut: Set<string>

  constructor(messages: readonly BaseMessage[]) {
    this.#messages = messages
    this.#leftOut = new Set(messages.flatMap(readLeftOut))
  }

  /** The thread without the images that were refused. */
  get messages(): readonly BaseMessage[] {
    return this.#leftOut.size === 0
      ? this.#messages
      : this.#messages.map((message) => this.#without(message))
  }

  /**
   * Leaves out more images after a failure that they may have caused: first those that no answered
   * request had, then all others. Returns whether a request without them is worth a try.
   */
  leaveOutMore(failure: Pick<Failure, 'fault' | 'message'>): boolean {
    if (!mayBeAboutImages(failure)) return false
    const answered = this.#messages.findLastIndex((message) => AIMessage.isInstance(message))
    return this.#leaveOut(this.#messages.slice(answered + 1)) || this.#leaveOut(this.#messages)
  }

  /** Notes in an answer what its request left out. */
  note(answer: unknown): void {
    if (this.#leftOut.size === 0 || !AIMessage.isInstance(answer)) return
    answer.response_metadata = { ...answer.response_metadata, [LEFT_OUT]: [...this.#leftOut] }
  }

  #leaveOut(messages: readonly BaseMessage[]): boolean {
    const before = this.#leftOut.size
    for (const name of messages.flatMap(namesIn)) this.#leftOut.add(name)
    return this.#leftOut.size > before
  }

  #without(message: BaseMessage): BaseMessage {
    const { content } = message
    if (!Array.isArray(content) || !namesIn(message).some((name) => this.#leftOut.has(name))) {
      return message
    }
    const blocks = content.map((block) => {
      const name = nameOf(block)
      return name !== undefined && this.#leftOut.has(name) ? PLACEHOLDER : block
    })
    return withContent(message, blocks)
  }
}

/** A server that refuses a request, or whose model takes no images and says so. */
function mayBeAboutImages({ fault, message }: Pick<Failure, 'fault' | 'message'>): boolean {
  return fault === 'request' || (fault === 'no-model' && /image|vision/i.test(message))
}

function readLeftOut(message: BaseMessage): readonly string[] {
  if (!AIMessage.isInstance(message)) return []
  return LeftOut.safeParse(message.response_metadata).data?.[LEFT_OUT] ?? []
}

function namesIn({ content }: BaseMessage): readonly string[] {
  return Array.isArray(content) ? content.flatMap((block) => nameOf(block) ?? []) : []
}

/** The hash of what an image holds. */
function nameOf(block: unknown): string | undefined {
  const media = Media.safeParse(block).data
  if (!media) return undefined
  const data = media.type === 'image_url' ? media.image_url.url : media.data
  return createHash('sha256').update(data).digest('base64')
}

type Blocks = Exclude<BaseMessage['content'], string>

/** Only prompts and the answers of calls have images. */
function withContent(message: BaseMessage, content: Blocks): BaseMessage {
  const id = message.id === undefined ? {} : { id: message.id }
  if (ToolMessage.isInstance(message)) {
    const { tool_call_id, name, status } = message
    const named = { ...(name !== undefined && { name }), ...(status && { status }) }
    return new ToolMessage({ content, tool_call_id, ...named, ...id })
  }
  return HumanMessage.isInstance(message)
    ? new HumanMessage({ content, additional_kwargs: message.additional_kwargs, ...id })
    : message
}

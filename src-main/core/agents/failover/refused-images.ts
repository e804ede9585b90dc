import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { z } from 'zod'
import type { Failure } from './failures.ts'

/** An image or a document as tools answer with it, and an image as a prompt has it. */
const MEDIA: ReadonlySet<unknown> = new Set(['image', 'file', 'image_url'])

/** The field of an answer's metadata that names the messages whose images its request left out. */
const OMITTED_IMAGES = 'orreryLeftOut'
const OmittedImages = z.object({ [OMITTED_IMAGES]: z.array(z.string()) })

const PLACEHOLDER = {
  type: 'text',
  text: '[An image is left out here, because the model provider refused it.]',
} as const

/**
 * Keeps one image that a server refuses from ending a conversation. The answer to a request without it
 * names its message, so that later requests of the thread leave it out, too.
 */
export class RefusedImages {
  readonly #messages: readonly BaseMessage[]
  /** Messages whose images are left out, as `idOf` returns them. */
  readonly #omitted: Set<string>

  constructor(messages: readonly BaseMessage[]) {
    this.#messages = messages
    this.#omitted = new Set(messages.flatMap(readOmitted))
  }

  /** The thread without the images that were refused. */
  get messages(): readonly BaseMessage[] {
    return this.#omitted.size === 0
      ? this.#messages
      : this.#messages.map((message) => this.#withoutImages(message))
  }

  /**
   * Leaves out more images after a failure that they may have caused: first those that no answered
   * request had, then all others. Returns whether a request without them is worth a try.
   */
  omitMore(failure: Pick<Failure, 'fault' | 'message'>): boolean {
    if (!mayConcernImages(failure)) return false
    const answered = this.#messages.findLastIndex((message) => AIMessage.isInstance(message))
    return this.#omit(this.#messages.slice(answered + 1)) || this.#omit(this.#messages)
  }

  /** Notes in an answer what its request left out. */
  note(answer: unknown): void {
    if (this.#omitted.size === 0 || !AIMessage.isInstance(answer)) return
    answer.response_metadata = { ...answer.response_metadata, [OMITTED_IMAGES]: [...this.#omitted] }
  }

  #omit(messages: readonly BaseMessage[]): boolean {
    const before = this.#omitted.size
    for (const message of messages) if (hasMedia(message)) this.#omitted.add(idOf(message))
    return this.#omitted.size > before
  }

  #withoutImages(message: BaseMessage): BaseMessage {
    const { content } = message
    if (!Array.isArray(content) || !this.#omitted.has(idOf(message))) return message
    const blocks = content.map((block) => (MEDIA.has(block.type) ? PLACEHOLDER : block))
    return withContent(message, blocks)
  }
}

/** A server that refuses a request, or whose model takes no images and says so. */
function mayConcernImages({ fault, message }: Pick<Failure, 'fault' | 'message'>): boolean {
  return fault === 'request' || (fault === 'no-model' && /image|vision/i.test(message))
}

function readOmitted(message: BaseMessage): readonly string[] {
  if (!AIMessage.isInstance(message)) return []
  return OmittedImages.safeParse(message.response_metadata).data?.[OMITTED_IMAGES] ?? []
}

function hasMedia({ content }: BaseMessage): boolean {
  return Array.isArray(content) && content.some(({ type }) => MEDIA.has(type))
}

/** Every message of a saved thread has an id. */
function idOf(message: BaseMessage): string {
  return message.id ?? (ToolMessage.isInstance(message) ? message.tool_call_id : '')
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

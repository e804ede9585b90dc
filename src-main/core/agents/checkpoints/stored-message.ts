import type { BaseMessage } from '@langchain/core/messages'
import { isBaseMessage } from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph-checkpoint'
import type { Hash } from '#shared/ids.ts'
import { hashOf } from '../../log/blobs.ts'

/** A message as it is stored: once, named by its content, shared by checkpoints and requests. */
export interface StoredMessage {
  readonly hash: Hash
  readonly bytes: Uint8Array
}

/** What of a message can change under our hands; as long as none did, its bytes are what they were. */
interface Seen extends StoredMessage {
  readonly id: unknown
  readonly name: unknown
  readonly content: unknown
  readonly toolCalls: unknown
  readonly kwargs: unknown
}

/** LangGraph's own serializer, which it hands out with its savers alone. */
const serializer = new MemorySaver().serde
const seen = new WeakMap<BaseMessage, Seen>()

/** Also of a message that another copy of LangChain made. */
export function isMessage(value: unknown): value is BaseMessage {
  return typeof value === 'object' && value !== null && isBaseMessage(value)
}

/** Writes a message as LangGraph's own serializer does. */
export async function storeMessage(message: BaseMessage): Promise<StoredMessage> {
  const state = stateOf(message)
  const known = seen.get(message)
  if (known && isSame(known, state)) return known
  const [, bytes] = await serializer.dumpsTyped(message)
  const stored = { hash: hashOf(bytes), bytes, ...state }
  seen.set(message, stored)
  return stored
}

/** Whether it is as it was when it was stored. */
export function isStored(message: BaseMessage): boolean {
  const known = seen.get(message)
  return known !== undefined && isSame(known, stateOf(message))
}

/** Reads what `storeMessage` wrote. */
export async function loadMessage({ hash, bytes }: StoredMessage): Promise<BaseMessage> {
  const message: unknown = await serializer.loadsTyped('json', bytes)
  if (!isMessage(message)) throw new Error(`The object ${hash} is not a message.`)
  seen.set(message, { hash, bytes, ...stateOf(message) })
  return message
}

function stateOf(message: BaseMessage): Omit<Seen, keyof StoredMessage> {
  return {
    id: message.id,
    name: message.name,
    content: message.content,
    toolCalls: 'tool_calls' in message ? message.tool_calls : undefined,
    kwargs: message.additional_kwargs,
  }
}

function isSame(known: Seen, now: Omit<Seen, keyof StoredMessage>): boolean {
  return (
    known.id === now.id &&
    known.name === now.name &&
    known.content === now.content &&
    known.toolCalls === now.toolCalls &&
    known.kwargs === now.kwargs
  )
}

import type { BaseMessage } from '@langchain/core/messages'
import { encodeValue } from '#shared/json/marked-json.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { parseJson } from '#shared/lib/json.ts'
import { hashOf } from '../../runtime/ids.ts'
import { encodeMessage } from './message-codec.ts'
import { readMessage } from './read-message.ts'

/** A message as it is stored: once, named by its content, shared by checkpoints and requests. */
interface StoredMessage {
  readonly hash: Hash
  readonly bytes: Uint8Array
}

/** The fields of a message that others may replace. While they are the same, so are its bytes. */
interface Seen extends StoredMessage {
  readonly id: unknown
  readonly name: unknown
  readonly content: unknown
  readonly toolCalls: unknown
  readonly kwargs: unknown
}

const seen = new WeakMap<BaseMessage, Seen>()

/** Writes a message in the form of Orrery's own codec. */
export function storeMessage(message: BaseMessage): StoredMessage {
  const state = stateOf(message)
  const known = seen.get(message)
  if (known && isSame(known, state)) return known
  const json = encodeMessage(message, encodeValue)
  const bytes = new TextEncoder().encode(JSON.stringify(json))
  const stored = { hash: hashOf(bytes), bytes, ...state }
  seen.set(message, stored)
  return stored
}

/** Whether it is as it was when it was stored. */
export function isStored(message: BaseMessage): boolean {
  const known = seen.get(message)
  return known !== undefined && isSame(known, stateOf(message))
}

/** Reads what `storeMessage` wrote, and what LangGraph's serializer wrote before Orrery had its own. */
export function loadMessage({ hash, bytes }: StoredMessage): BaseMessage {
  const message = readMessage(parseJson(new TextDecoder().decode(bytes)))
  if (!message) throw new Error(`The object ${hash} is not a message.`)
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

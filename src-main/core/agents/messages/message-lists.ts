import type { BaseMessage } from '@langchain/core/messages'
import type { Hash } from '#shared/lib/ids.ts'
import { hashOf } from '../../runtime/ids.ts'
import { isStored, storeMessage } from './stored-message.ts'

/** Objects to be stored along with what refers to them. */
export type Objects = Map<Hash, Uint8Array>

/** A list of messages by hashes: what it grows by is new, and little of what it held before. */
interface StoredList {
  /** Each names chunks. */
  readonly groups: Hash[]
  /** Each names messages. */
  readonly chunks: Hash[]
  readonly rest: Hash[]
}

/** How many a chunk names, and a group. */
const SIZE = 32

interface Chunk {
  readonly messages: readonly BaseMessage[]
  readonly hash: Hash
}

/**
 * Takes the messages out of lists. What it has taken once it knows again, so that a long list costs
 * little more at every step than what is new in it. Made for one thread: what is known is stored there.
 */
export class MessageLists {
  /** By their first message. */
  readonly #known = new WeakMap<BaseMessage, Chunk>()

  takeOut(list: readonly BaseMessage[], objects: Objects): StoredList {
    const whole = list.length - (list.length % SIZE)
    const chunks: Hash[] = []
    for (let start = 0; start < whole; start += SIZE) {
      chunks.push(this.#takeChunk(list.slice(start, start + SIZE), objects))
    }
    const grouped = chunks.length - (chunks.length % SIZE)
    const groups: Hash[] = []
    for (let start = 0; start < grouped; start += SIZE) {
      groups.push(takeNames(chunks.slice(start, start + SIZE), objects))
    }
    const rest = takeMessages(list.slice(whole), objects)
    return { groups, chunks: chunks.slice(grouped), rest }
  }

  #takeChunk(messages: readonly BaseMessage[], objects: Objects): Hash {
    const [first] = messages
    const known = first && this.#known.get(first)
    if (known && isUnchanged(known, messages)) return known.hash
    const hash = takeNames(takeMessages(messages, objects), objects)
    if (first) this.#known.set(first, { messages, hash })
    return hash
  }
}

export function takeMessage(message: BaseMessage, objects: Objects): Hash {
  const { hash, bytes } = storeMessage(message)
  objects.set(hash, bytes)
  return hash
}

function takeMessages(messages: readonly BaseMessage[], objects: Objects): Hash[] {
  return messages.map((message) => takeMessage(message, objects))
}

function takeNames(hashes: readonly Hash[], objects: Objects): Hash {
  const bytes = new TextEncoder().encode(hashes.join('\n'))
  const hash = hashOf(bytes)
  objects.set(hash, bytes)
  return hash
}

function isUnchanged(known: Chunk, messages: readonly BaseMessage[]): boolean {
  return messages.every((message, index) => message === known.messages[index] && isStored(message))
}

import type { BaseMessage } from '@langchain/core/messages'
import { z } from 'zod'
import { Hash } from '#shared/ids.ts'
import { hashOf } from '../../log/blobs.ts'
import { MessageLists, type Objects, takeMessage } from './message-lists.ts'
import { isMessage, loadMessage } from './stored-message.ts'

const MARK = '$orrery'
const LONG_TEXT = 1024
const KEPT_MESSAGES = 4000

/** What stands in a checkpoint in place of something that is stored once. */
const Marked = z.discriminatedUnion(MARK, [
  z.object({ [MARK]: z.literal('message'), hash: Hash }),
  z.object({
    [MARK]: z.literal('messages'),
    groups: z.array(Hash).default([]),
    chunks: z.array(Hash),
    rest: z.array(Hash),
  }),
  z.object({ [MARK]: z.literal('text'), hash: Hash }),
  /** A record that has the mark as a key of its own. */
  z.object({ [MARK]: z.literal('record'), entries: z.array(z.tuple([z.string(), z.unknown()])) }),
])
type Marked = z.infer<typeof Marked>

/** Takes messages and long texts out of the states of one thread, so that each is stored once. */
export class StateWriter {
  readonly #lists = new MessageLists()

  /** Lists of messages go as chunks, tasks with the state they carry alike. */
  async takeOut(value: unknown, objects: Objects): Promise<unknown> {
    if (typeof value === 'string')
      return value.length > LONG_TEXT ? takeText(value, objects) : value
    if (typeof value !== 'object' || value === null) return value
    if (isMessage(value)) return { [MARK]: 'message', hash: await takeMessage(value, objects) }
    if (Array.isArray(value)) return this.#takeList(value, objects)
    if (isTask(value)) return { ...value, args: await this.takeOut(value.args, objects) }
    return isRecord(value) ? this.#takeRecord(value, objects) : value
  }

  async #takeList(list: readonly unknown[], objects: Objects): Promise<unknown> {
    if (list.length === 0 || !list.every(isMessage)) {
      return Promise.all(list.map((item) => this.takeOut(item, objects)))
    }
    return { [MARK]: 'messages', ...(await this.#lists.takeOut(list, objects)) }
  }

  async #takeRecord(record: Readonly<Record<string, unknown>>, objects: Objects): Promise<unknown> {
    const entries = await Promise.all(
      Object.entries(record).map(
        async ([key, item]) => [key, await this.takeOut(item, objects)] as const,
      ),
    )
    return MARK in record ? { [MARK]: 'record', entries } : Object.fromEntries(entries)
  }
}

/** Looks an object up by its hash. */
export type FindObject = (hash: Hash) => Uint8Array | undefined

/** Puts back what a `StateWriter` took out. Keeps the messages it has read, so that a history is read once. */
export class StateReader {
  readonly #find: FindObject
  readonly #messages = new Map<Hash, BaseMessage>()

  constructor(find: FindObject) {
    this.#find = find
  }

  async putBack(value: unknown): Promise<unknown> {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return Promise.all(value.map((item) => this.putBack(item)))
    if (!isRecord(value)) return value
    if (MARK in value) return this.#resolve(Marked.parse(value))
    return this.#record(Object.entries(value))
  }

  async #resolve(marked: Marked): Promise<unknown> {
    switch (marked[MARK]) {
      case 'message':
        return this.#message(marked.hash)
      case 'messages': {
        const chunks = [...this.#namesIn(marked.groups), ...marked.chunks]
        const hashes = [...this.#namesIn(chunks), ...marked.rest]
        return Promise.all(hashes.map((hash) => this.#message(hash)))
      }
      case 'text':
        return toText(this.#get(marked.hash))
      case 'record':
        return this.#record(marked.entries)
    }
  }

  #namesIn(lists: readonly Hash[]): readonly Hash[] {
    const names = lists.flatMap((list) => toText(this.#get(list)).split('\n'))
    return names.map((name) => Hash.parse(name))
  }

  async #record(entries: readonly (readonly [string, unknown])[]): Promise<unknown> {
    const read = await Promise.all(
      entries.map(async ([key, item]) => [key, await this.putBack(item)] as const),
    )
    return Object.fromEntries(read)
  }

  async #message(hash: Hash): Promise<BaseMessage> {
    const kept = this.#messages.get(hash)
    if (kept) return kept
    const message = await loadMessage({ hash, bytes: this.#get(hash) })
    if (this.#messages.size >= KEPT_MESSAGES) this.#messages.clear()
    this.#messages.set(hash, message)
    return message
  }

  #get(hash: Hash): Uint8Array {
    const bytes = this.#find(hash)
    if (!bytes) throw new Error(`A checkpoint refers to ${hash}, which is not in the store.`)
    return bytes
  }
}

function takeText(text: string, objects: Objects): unknown {
  const bytes = new TextEncoder().encode(text)
  // A lone surrogate has no UTF-8: such a text stays where it is.
  if (toText(bytes) !== text) return text
  const hash = hashOf(bytes)
  objects.set(hash, bytes)
  return { [MARK]: 'text', hash }
}

interface Task {
  readonly node: string
  readonly args: unknown
}

/** LangGraph's `Send`: a task with the state it will get. Its serializer writes node and args alone. */
function isTask(value: object): value is Task {
  return 'lg_name' in value && value.lg_name === 'Send'
}

function isRecord(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

import type { BaseMessage } from '@langchain/core/messages'
import { Command, Overwrite, Send } from '@langchain/langgraph'
import { z } from 'zod'
import {
  decodeValue,
  encodeValue,
  type Json,
  MARK,
  type MarkedRecord,
} from '#shared/json/marked-json.ts'
import { Hash } from '#shared/lib/ids.ts'
import { hashOf } from '../../runtime/ids.ts'
import { isMessage } from '../messages/message-codec.ts'
import { MessageLists, type Objects, takeMessage } from '../messages/message-lists.ts'
import { isOpaqueCall, withOpaqueCall } from '../messages/opaque-call.ts'
import { loadMessage } from '../messages/stored-message.ts'

/** The type of the rows that hold what a `StateWriter` encoded. */
export const STATE_TYPE = 'orrery-1'

const LONG_TEXT = 1024
const KEPT_MESSAGES = 4000

/** References to objects that are stored once. */
const Reference = z.discriminatedUnion(MARK, [
  z.object({ [MARK]: z.literal('message'), hash: Hash }),
  z.object({
    [MARK]: z.literal('messages'),
    groups: z.array(Hash).default([]),
    chunks: z.array(Hash),
    rest: z.array(Hash),
  }),
  z.object({ [MARK]: z.literal('text'), hash: Hash }),
])
type Reference = z.infer<typeof Reference>

/** LangGraph's own objects. */
const GraphObject = z.discriminatedUnion(MARK, [
  z.object({
    [MARK]: z.literal('send'),
    node: z.string(),
    args: z.unknown(),
    timeout: z.unknown().optional(),
  }),
  z.object({
    [MARK]: z.literal('command'),
    update: z.unknown().optional(),
    resume: z.unknown().optional(),
    graph: z.string().optional(),
    goto: z.array(z.unknown()),
  }),
  z.object({ [MARK]: z.literal('overwrite'), value: z.unknown() }),
])
type GraphObject = z.infer<typeof GraphObject>

/** Encodes the states of one thread. Messages and long texts become objects that are stored once. */
export class StateWriter {
  readonly #lists = new MessageLists()

  /** Adds the objects that the result refers to. Throws `UnstorableValueError`. */
  encode(value: unknown, objects: Objects): Json {
    return encodeValue(value, (part, encode) => {
      if (typeof part === 'string') {
        return part.length > LONG_TEXT ? takeText(part, objects) : undefined
      }
      if (isMessage(part)) return { [MARK]: 'message', hash: takeMessage(part, objects) }
      if (isMessageList(part)) return { [MARK]: 'messages', ...this.#lists.takeOut(part, objects) }
      if (isOpaqueCall(part)) return encode({ ...part })
      return encodeGraphObject(part, encode)
    })
  }
}

function encodeGraphObject(value: object, encode: (part: unknown) => Json): Json | undefined {
  if (value instanceof Send) {
    const { node, args, timeout } = value
    const limit = timeout === undefined ? {} : { timeout: encode(timeout) }
    return { [MARK]: 'send', node, args: encode(args), ...limit }
  }
  if (value instanceof Command) {
    const { update, resume, graph, goto } = value
    return {
      [MARK]: 'command',
      goto: [goto].flat().map(encode),
      ...(update !== undefined && { update: encode(update) }),
      ...(resume !== undefined && { resume: encode(resume) }),
      ...(graph !== undefined && { graph }),
    }
  }
  return value instanceof Overwrite
    ? { [MARK]: 'overwrite', value: encode(value.value) }
    : undefined
}

/** Looks an object up by its hash. */
type FindObject = (hash: Hash) => Uint8Array | undefined

/** Decodes what a `StateWriter` encoded. Keeps the messages it has read, so that a history is read once. */
export class StateReader {
  readonly #find: FindObject
  readonly #messages = new Map<Hash, BaseMessage>()

  constructor(find: FindObject) {
    this.#find = find
  }

  decode(json: unknown): unknown {
    return decodeValue(json, (marked, decode) => {
      const referred = this.findReferred(marked)
      if (referred) return referred
      const object = GraphObject.safeParse(marked).data
      return object && { value: toGraphObject(object, decode) }
    })
  }

  /** Finds what a record refers to; `undefined` for a record that refers to nothing. */
  findReferred(marked: MarkedRecord): { readonly value: unknown } | undefined {
    const reference = Reference.safeParse(marked).data
    return reference && { value: this.#load(reference) }
  }

  #load(reference: Reference): unknown {
    switch (reference[MARK]) {
      case 'message':
        return this.#message(reference.hash)
      case 'messages': {
        const chunks = [...this.#namesIn(reference.groups), ...reference.chunks]
        const hashes = [...this.#namesIn(chunks), ...reference.rest]
        return hashes.map((hash) => this.#message(hash))
      }
      case 'text':
        return toText(this.#get(reference.hash))
    }
  }

  #namesIn(lists: readonly Hash[]): readonly Hash[] {
    const names = lists.flatMap((list) => toText(this.#get(list)).split('\n'))
    return names.map((name) => Hash.parse(name))
  }

  #message(hash: Hash): BaseMessage {
    const kept = this.#messages.get(hash)
    if (kept) return kept
    const message = loadMessage({ hash, bytes: this.#get(hash) })
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

function toGraphObject(object: GraphObject, decode: (part: unknown) => unknown): unknown {
  switch (object[MARK]) {
    case 'send':
      return toSend(object, decode)
    case 'command': {
      const { update, resume, graph, goto } = object
      // Its constructor would read tasks in `goto`.
      return Object.assign(new Command({}), {
        goto: goto.map(decode),
        ...(update !== undefined && { update: decode(update) }),
        ...(resume !== undefined && { resume: decode(resume) }),
        ...(graph !== undefined && { graph }),
      })
    }
    case 'overwrite':
      return new Overwrite(decode(object.value))
  }
}

function toSend(
  { node, args, timeout }: Extract<GraphObject, { readonly [MARK]: 'send' }>,
  decode: (part: unknown) => unknown,
): object {
  // Its constructor would read commands in the state.
  return Object.assign(new Send(node, {}), {
    args: withOpaqueCall(decode(args)),
    ...(timeout !== undefined && { timeout: decode(timeout) }),
  })
}

function isMessageList(value: object): value is BaseMessage[] {
  return Array.isArray(value) && value.length > 0 && value.every(isMessage)
}

function takeText(text: string, objects: Objects): Json | undefined {
  const bytes = new TextEncoder().encode(text)
  // A lone surrogate has no UTF-8: such a text stays where it is.
  if (toText(bytes) !== text) return undefined
  const hash = hashOf(bytes)
  objects.set(hash, bytes)
  return { [MARK]: 'text', hash }
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

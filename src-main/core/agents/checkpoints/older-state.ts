import { z } from 'zod'
import { isPlainRecord, MARK, type MarkedRecord } from '#shared/json/marked-json.ts'
import { TASK_CALL, toOpaqueCall } from '../messages/opaque-call.ts'
import { readMessage } from '../messages/read-message.ts'
import type { StateReader } from './state-codec.ts'

/** A record with the mark as a key of its own. */
const Escaped = z.object({
  [MARK]: z.literal('record'),
  entries: z.array(z.tuple([z.string(), z.unknown()])),
})

/** The values that LangGraph's serializer wrote in a form of its own. */
const Special = z.discriminatedUnion('type', [
  z.object({ lc: z.literal(2), type: z.literal('undefined') }),
  z.object({
    lc: z.literal(2),
    type: z.literal('constructor'),
    id: z.tuple([z.enum(['Set', 'Map', 'Error', 'Uint8Array'])]),
    args: z.tuple([z.unknown()]),
  }),
])

/**
 * Decodes a row of the type `json`: LangGraph's serializer wrote it, after references to messages and
 * long texts were put in. Only the few forms that our states held are read, none of them where a
 * model's arguments are. All else stays plain data, and no name is looked up.
 */
export class OlderStateReader {
  readonly #reader: StateReader

  constructor(reader: StateReader) {
    this.#reader = reader
  }

  decode(json: unknown): unknown {
    return this.#decode(json, (record) => this.#decodeSpecial(record))
  }

  #decode(json: unknown, special: (record: MarkedRecord) => Found): unknown {
    if (typeof json !== 'object' || json === null) return json
    if (Array.isArray(json)) return json.map((item) => this.#decode(item, special))
    if (!isPlainRecord(json)) return json
    const found = this.#reader.findReferred(json) ?? special(json)
    if (found) return found.value
    const escaped = Escaped.safeParse(json).data
    return this.#decodeEntries(escaped?.entries ?? Object.entries(json), special)
  }

  #decodeEntries(
    entries: readonly (readonly [string, unknown])[],
    special: (record: MarkedRecord) => Found,
  ): MarkedRecord {
    const decoded = entries.map(([key, item]) => {
      const value = key === TASK_CALL ? this.#decodeCall(item) : this.#decode(item, special)
      return [key, value] as const
    })
    return Object.fromEntries(decoded)
  }

  /** A model wrote it: what looks like a value of LangGraph's is none. */
  #decodeCall(json: unknown): unknown {
    const call = this.#decode(json, () => undefined)
    return typeof call === 'object' && call !== null ? toOpaqueCall(call) : call
  }

  #decodeSpecial(record: MarkedRecord): Found {
    if (record['lc'] === 1) {
      const message = readMessage(record)
      return message && { value: message }
    }
    const special = record['lc'] === 2 ? Special.safeParse(record).data : undefined
    if (!special) return undefined
    if (special.type === 'undefined') return { value: undefined }
    const [name] = special.id
    const [argument] = special.args
    return toSpecial(name, this.decode(argument))
  }
}

type Found = { readonly value: unknown } | undefined

function toSpecial(name: 'Set' | 'Map' | 'Error' | 'Uint8Array', argument: unknown): Found {
  if (name === 'Error') return { value: new Error(String(argument)) }
  if (!Array.isArray(argument)) return undefined
  switch (name) {
    case 'Set':
      return { value: new Set(argument) }
    case 'Map':
      return argument.every(isPair) ? { value: new Map(argument) } : undefined
    case 'Uint8Array':
      return argument.every(isByte) ? { value: Uint8Array.from(argument) } : undefined
  }
}

function isPair(item: unknown): item is [unknown, unknown] {
  return Array.isArray(item) && item.length === 2
}

function isByte(item: unknown): item is number {
  return typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 255
}

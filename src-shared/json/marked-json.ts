import { z } from 'zod'

/** The key of the records that stand for values for which JSON has no form of its own. */
export const MARK = '$orrery'

export type Json = z.core.util.JSONType

/** A value that the codec has no form for. Storing it would lose it, so nothing is stored. */
export class UnstorableValueError extends Error {
  override readonly name = 'UnstorableValueError'

  constructor(type: string) {
    super(`A value of the type ${type} can’t be stored.`)
  }
}

/** Encodes values that the caller stores in a form of its own; `undefined` leaves them to the codec. */
type EncodeOwn = (value: object | string, encode: (part: unknown) => Json) => Json | undefined

/** Decodes records with marks of the caller's own; `undefined` leaves them to the codec. */
type DecodeOwn = (
  marked: MarkedRecord,
  decode: (part: unknown) => unknown,
) => { readonly value: unknown } | undefined

export type MarkedRecord = Readonly<Record<string, unknown>>

const Entries = z.array(z.tuple([z.string(), z.unknown()]))

const Marked = z.discriminatedUnion(MARK, [
  /** A record with the mark as a key of its own: no data can pass for a mark. */
  z.object({ [MARK]: z.literal('record'), entries: Entries }),
  z.object({ [MARK]: z.literal('undefined') }),
  z.object({ [MARK]: z.literal('number'), text: z.enum(['-0', 'NaN', 'Infinity', '-Infinity']) }),
  z.object({ [MARK]: z.literal('date'), at: z.number().nullable() }),
  z.object({ [MARK]: z.literal('set'), values: z.array(z.unknown()) }),
  z.object({
    [MARK]: z.literal('map'),
    entries: z.array(z.tuple([z.unknown(), z.unknown()])),
  }),
  z.object({ [MARK]: z.literal('bytes'), bytes: z.array(z.int().min(0).max(255)) }),
  z.object({ [MARK]: z.literal('error'), name: z.string(), message: z.string() }),
])
type Marked = z.infer<typeof Marked>

/**
 * Converts a value to JSON that `decodeValue` converts back. Plain data stays as it is, whatever its
 * keys. Throws `UnstorableValueError` for functions, big integers and instances of unknown classes.
 */
export function encodeValue(value: unknown, own?: EncodeOwn): Json {
  const encode = (part: unknown): Json => {
    switch (typeof part) {
      case 'string':
        return own?.(part, encode) ?? part
      case 'boolean':
        return part
      case 'number':
        return Number.isFinite(part) && !Object.is(part, -0) ? part : encodeNumber(part)
      case 'undefined':
        return { [MARK]: 'undefined' }
      case 'object':
        return part === null ? null : (own?.(part, encode) ?? encodeObject(part, encode))
      default:
        throw new UnstorableValueError(typeof part)
    }
  }
  return encode(value)
}

function encodeNumber(value: number): Json {
  return { [MARK]: 'number', text: Object.is(value, -0) ? '-0' : String(value) }
}

function encodeObject(value: object, encode: (part: unknown) => Json): Json {
  if (Array.isArray(value)) return value.map(encode)
  if (isPlainRecord(value)) return encodeRecord(value, encode)
  if (value instanceof Date) {
    const at = value.getTime()
    return { [MARK]: 'date', at: Number.isNaN(at) ? null : at }
  }
  if (value instanceof Set) return { [MARK]: 'set', values: Array.from(value, encode) }
  if (value instanceof Map) {
    const entries = Array.from(value, ([key, item]) => [encode(key), encode(item)])
    return { [MARK]: 'map', entries }
  }
  if (value instanceof Uint8Array) return { [MARK]: 'bytes', bytes: [...value] }
  if (value instanceof Error) return { [MARK]: 'error', name: value.name, message: value.message }
  throw new UnstorableValueError(value.constructor.name)
}

/** Every own key stays, also `__proto__`, which an assignment would take for the prototype. */
function encodeRecord(record: MarkedRecord, encode: (part: unknown) => Json): Json {
  const entries = Object.entries(record).map(([key, item]): [string, Json] => [key, encode(item)])
  return Object.hasOwn(record, MARK) ? { [MARK]: 'record', entries } : Object.fromEntries(entries)
}

/** Converts what `encodeValue` returned back. A mark that it doesn't know is plain data. */
export function decodeValue(json: unknown, own?: DecodeOwn): unknown {
  const decode = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map(decode)
    if (!isPlainRecord(part)) return part
    if (!Object.hasOwn(part, MARK)) return decodeEntries(Object.entries(part), decode)
    const found = own?.(part, decode)
    if (found) return found.value
    const marked = Marked.safeParse(part).data
    return marked ? decodeMarked(marked, decode) : decodeEntries(Object.entries(part), decode)
  }
  return decode(json)
}

function decodeMarked(marked: Marked, decode: (part: unknown) => unknown): unknown {
  switch (marked[MARK]) {
    case 'record':
      return decodeEntries(marked.entries, decode)
    case 'undefined':
      return undefined
    case 'number':
      return Number(marked.text)
    case 'date':
      return new Date(marked.at ?? Number.NaN)
    case 'set':
      return new Set(marked.values.map(decode))
    case 'map':
      return new Map(marked.entries.map(([key, item]) => [decode(key), decode(item)]))
    case 'bytes':
      return Uint8Array.from(marked.bytes)
    case 'error':
      return toError(marked)
  }
}

function toError({ name, message }: { readonly name: string; readonly message: string }): Error {
  const error = new Error(message)
  error.name = name
  return error
}

function decodeEntries(
  entries: readonly (readonly [string, unknown])[],
  decode: (part: unknown) => unknown,
): MarkedRecord {
  return Object.fromEntries(entries.map(([key, item]) => [key, decode(item)]))
}

/** Records of another realm count as well: only their prototype's prototype says what they are. */
export function isPlainRecord(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Any JSON. It is passed on as it is: zod's own schema leaves out keys with the name `__proto__`. */
export const AnyJson = z.custom<Json>(isJson, 'It must be JSON.')

/** Any JSON object, passed on as it is. */
export const JsonObject = z.custom<Record<string, Json>>(
  (value) => isObject(value) && isJson(value),
  'It must be an object.',
)

function isJson(value: unknown): boolean {
  // Not by recursion: a deep value must not exhaust the stack.
  const left = [value]
  while (left.length > 0) {
    const part = left.pop()
    if (Array.isArray(part)) for (const item of part) left.push(item)
    else if (isObject(part)) for (const item of Object.values(part)) left.push(item)
    else if (!isPrimitive(part)) return false
  }
  return true
}

function isPrimitive(value: unknown): boolean {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    Number.isFinite(value)
  )
}

function isObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && isPlainRecord(value)
  )
}

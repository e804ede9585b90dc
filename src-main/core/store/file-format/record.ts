/** A stored value. Integers beyond 2^53 are rejected: a store has none. */
export type SqlValue = null | number | string | Uint8Array

interface Varint {
  readonly value: number
  /** Offset of the next byte. */
  readonly end: number
}

/** Reads SQLite's variable-length integer; `undefined` if it is truncated or beyond 2^53. */
export function readVarint(bytes: Buffer, start: number): Varint | undefined {
  let value = 0
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes[start + index]
    if (byte === undefined) return undefined
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      return Number.isSafeInteger(value) ? { value, end: start + index + 1 } : undefined
    }
  }
  return undefined
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Decodes a record (https://www.sqlite.org/fileformat.html#record_format). Returns `undefined` unless
 * its header accounts for every byte of the payload.
 */
export function decodeRecord(payload: Buffer): readonly SqlValue[] | undefined {
  const types = readSerialTypes(payload)
  if (!types) return undefined
  const values: SqlValue[] = []
  let at = types.end
  for (const type of types.all) {
    const bytes = sizeOf(type)
    if (bytes === undefined || at + bytes > payload.length) return undefined
    const value = decodeValue(type, payload.subarray(at, at + bytes))
    if (value === undefined) return undefined
    values.push(value)
    at += bytes
  }
  return at === payload.length ? values : undefined
}

function readSerialTypes(payload: Buffer) {
  const header = readVarint(payload, 0)
  if (!header || header.value > payload.length) return undefined
  const all: number[] = []
  let at = header.end
  while (at < header.value) {
    const type = readVarint(payload, at)
    if (!type) return undefined
    all.push(type.value)
    at = type.end
  }
  return at === header.value ? { all, end: at } : undefined
}

const FIXED_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
const REAL = 7

/** Serial types 10 and 11 are reserved and never occur in a file. */
function sizeOf(type: number): number | undefined {
  return type < 12 ? FIXED_BYTES[type] : Math.floor((type - 12) / 2)
}

function decodeValue(type: number, bytes: Buffer): SqlValue | undefined {
  if (type === 0) return null
  if (type === REAL) return bytes.readDoubleBE(0)
  if (type === 8 || type === 9) return type - 8
  if (type < REAL) return decodeInteger(bytes)
  return type % 2 === 0 ? bytes : decodeText(bytes)
}

function decodeInteger(bytes: Buffer): number | undefined {
  if (bytes.length <= 6) return bytes.readIntBE(0, bytes.length)
  const value = Number(bytes.readBigInt64BE(0))
  return Number.isSafeInteger(value) ? value : undefined
}

function decodeText(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

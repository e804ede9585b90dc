/** A structured clone as JSON. */
export type Wire = unknown

export interface Codec {
  toWire(value: unknown): Wire
  fromWire(wire: Wire): unknown
}

interface Bytes {
  toBase64(bytes: Uint8Array): string
  fromBase64(text: string): Uint8Array<ArrayBuffer>
}

/**
 * What Electron clones at a border, for the hop that only text can make. Its own text is run in pages as
 * well, so that it refers to nothing outside.
 */
export function createCodec({ toBase64, fromBase64 }: Bytes): Codec {
  type Tagged = { readonly $: string; readonly v?: unknown }
  type Write = (value: unknown) => unknown
  type Read = (wire: unknown) => unknown
  /** How a class of objects is written, and read: what it makes is kept before what is in it is read. */
  interface Kind<Value extends object, Written> {
    write(value: Value, each: Write): Written
    read(written: Written, keep: <T>(made: T) => T, each: Read): unknown
  }

  const uncloneable = () => new Error('An object could not be cloned.')
  const classOf = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1)
  const globals = globalThis as unknown as Readonly<Record<string, unknown>>

  function kind<Value extends object, Written>(made: Kind<Value, Written>) {
    return made as unknown as Kind<object, unknown>
  }
  function viewed(name: string) {
    type View = new (buffer: ArrayBuffer) => object
    return kind<ArrayBufferView, string>({
      write: ({ buffer, byteOffset, byteLength }) =>
        toBase64(new Uint8Array(buffer, byteOffset, byteLength)),
      read: (text, keep) => keep(new (globals[name] as View)(fromBase64(text).slice().buffer)),
    })
  }
  const views = [
    'Uint8Array',
    'Int8Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
    'Float64Array',
  ]
  const kinds: Readonly<Record<string, Kind<object, unknown>>> = {
    ...Object.fromEntries(views.map((name) => [name, viewed(name)])),
    Array: kind<unknown[], unknown[]>({
      write: (value, each) => value.map(each),
      read: (written, keep, each) => {
        const made: unknown[] = keep([])
        for (const one of written) made.push(each(one))
        return made
      },
    }),
    Set: kind<Set<unknown>, unknown[]>({
      write: (value, each) => Array.from(value, each),
      read: (written, keep, each) => {
        const made = keep(new Set())
        for (const one of written) made.add(each(one))
        return made
      },
    }),
    Map: kind<Map<unknown, unknown>, [unknown, unknown][]>({
      write: (value, each) => Array.from(value, ([key, one]) => [each(key), each(one)]),
      read: (written, keep, each) => {
        const made = keep(new Map())
        for (const [key, one] of written) made.set(each(key), each(one))
        return made
      },
    }),
    Object: kind<object, [string, unknown][]>({
      write: (value, each) => Object.entries(value).map(([key, one]) => [key, each(one)]),
      read: (written, keep, each) => {
        const made = keep({})
        // `__proto__` is a key like any other.
        const as = { writable: true, enumerable: true, configurable: true }
        for (const [key, one] of written) {
          Object.defineProperty(made, key, { ...as, value: each(one) })
        }
        return made
      },
    }),
    Date: kind<Date, number>({
      write: (value) => value.getTime(),
      read: (written, keep) => keep(new Date(written)),
    }),
    RegExp: kind<RegExp, [string, string]>({
      write: ({ source, flags }) => [source, flags],
      read: (written, keep) => keep(new RegExp(...written)),
    }),
    ArrayBuffer: kind<ArrayBuffer, string>({
      write: (value) => toBase64(new Uint8Array(value)),
      read: (written, keep) => keep(fromBase64(written).slice().buffer),
    }),
    // Its name and its text; what else is on it does not cross.
    Error: kind<Error, [string, string, string]>({
      write: ({ name, message, stack }) => [name, String(message), String(stack)],
      read: ([name, message, stack], keep) => {
        const isOwn = /^(Eval|Range|Reference|Syntax|Type|URI)Error$/.test(name)
        const Made = (isOwn ? globals[name] : Error) as ErrorConstructor
        return keep(Object.assign(new Made(message), { stack }))
      },
    }),
  }

  function writePlain(value: unknown): unknown {
    if (value === undefined) return { $: 'undefined' }
    if (typeof value === 'bigint') return { $: 'bigint', v: String(value) }
    if (typeof value === 'function' || typeof value === 'symbol') throw uncloneable()
    if (typeof value !== 'number') return value
    if (Number.isFinite(value) && !Object.is(value, -0)) return value
    return { $: 'number', v: Object.is(value, -0) ? '-0' : String(value) }
  }

  function write(value: unknown, seen: Map<unknown, number>): unknown {
    if (typeof value !== 'object' || value === null) return writePlain(value)
    if (seen.has(value)) return { $: 'seen', v: seen.get(value) }
    const name = classOf(value)
    const found = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!found) throw uncloneable()
    seen.set(value, seen.size)
    return { $: name, v: found.write(value, (each) => write(each, seen)) }
  }

  function read(wire: unknown, known: unknown[]): unknown {
    if (wire === null || typeof wire !== 'object') return wire
    const { $: name, v } = wire as Tagged
    if (name === 'undefined') return undefined
    if (name === 'number') return Number(v)
    if (name === 'bigint') return BigInt(v as string)
    if (name === 'seen') return known[v as number]
    const keep = <T>(made: T): T => {
      known.push(made)
      return made
    }
    return kinds[name]?.read(v, keep, (each) => read(each, known))
  }

  return {
    toWire: (value) => write(value, new Map()),
    fromWire: (wire) => read(wire, []),
  }
}

export const { toWire, fromWire } = createCodec({
  toBase64: (bytes) => Buffer.from(bytes).toString('base64'),
  fromBase64: (text) => new Uint8Array(Buffer.from(text, 'base64')),
})

/** As Electron hands a value on: never the same one. */
export function clone(value: unknown): unknown {
  return fromWire(toWire(value))
}

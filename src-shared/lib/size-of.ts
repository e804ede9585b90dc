/** What a value weighs as JSON, roughly, in bytes. Asked of every entity that is sent, it makes no lists of keys. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 2
  if (Array.isArray(value)) for (const part of value) bytes += 1 + sizeOf(part)
  // What is sent is plain data.
  else for (const key in value) bytes += key.length + 4 + sizeOf((value as Plain)[key])
  return bytes
}

type Plain = Readonly<Record<string, unknown>>

/** What a value weighs as JSON, roughly, in bytes. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 2
  for (const [key, part] of Object.entries(value)) bytes += key.length + 4 + sizeOf(part)
  return bytes
}

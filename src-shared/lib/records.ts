/** Makes a record that can be changed without changing the one it is made of. */
export type CopyRecord = typeof copyRecord

/** A shallow copy of a record; of one with many thousands of keys in two thirds of a spread's time. */
export function copyRecord<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  const copy: Record<string, Value> = {}
  for (const key in record) {
    const value = record[key]
    if (value !== undefined) copy[key] = value
  }
  return copy
}

/**
 * A record over one that will never change again: what is written stands in it, all else is read
 * through. However many keys there are, it is made at once. `for…in` alone lists all of them, and
 * nothing that was there can be deleted.
 */
export function layRecord<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  const laid: Record<string, Value> = Object.create(record)
  return laid
}

/**
 * A record over one that will never change again: what is written stands in it, all else is read
 * through. However many keys there are, it is made at once. `for…in` alone lists all of them, and
 * nothing that was there can be deleted.
 */
export function layRecord<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  const laid: Record<string, Value> = Object.create(record)
  return laid
}

/** Whether a value of JSON is nested deeper than so many levels. However deep it is, the stack is not. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap(partsOf)
    if (level.length === 0) return false
  }
  return true
}

function partsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).filter((part) => typeof part === 'object' && part !== null)
}

import type { SeenValue } from '../../integrations/dap/session-values.ts'

/** Values line by line, what they hold indented below them; what holds more says how to get it. */
export function tellValues(values: readonly SeenValue[], depth = 0): readonly string[] {
  return values.flatMap((value) => tellValue(value, depth))
}

export function tellValue(
  { name, value, type, reference, held, hasMore }: SeenValue,
  depth = 0,
): readonly string[] {
  const indent = '  '.repeat(depth)
  const isPlain = !type || PLAIN.test(type) || value.startsWith(type)
  const shownType = isPlain ? '' : ` (${type})`
  const closed = reference !== undefined && held === undefined && mayHold(value)
  const handle = closed ? `  [reference ${reference}]` : ''
  const own = value === '' ? `${name}:` : `${name} = ${value}${shownType}`
  const inside = held ? tellValues(held, depth + 1) : []
  const nothing = held?.length === 0 && value === '' ? [`${indent}  (nothing)`] : []
  const more = hasMore
    ? [`${indent}  … more: reference ${reference}, start at ${held?.length}`]
    : []
  return [`${indent}${own}${handle}`, ...inside, ...nothing, ...more]
}

/** Types that show in how a value is written. */
const PLAIN =
  /^(?:number|string|boolean|undefined|null|symbol|bigint|object|function|int|str|bool|float|dict|list|tuple|set|NoneType)$/i

/** Whether it says by itself that there is nothing in it. */
function mayHold(value: string): boolean {
  return value !== '{}' && value !== '[]' && value !== '()'
}

/** Deeper JSON exhausts the stack of one library or another: the thread could never be sent again. */
const MAX_DEPTH = 200

/**
 * Returns why the arguments of a call can't be run, sent and shown exactly as their model wrote them;
 * `undefined` where they can. `text` is what the model wrote, where it is known.
 */
export function findInexact(args: unknown, text: string): string | undefined {
  if (isDeeperThan(args, MAX_DEPTH)) return `They are nested more than ${MAX_DEPTH} levels deep.`
  const number = text === '' ? undefined : findInexactNumber(text)
  return (
    number && `${number} can’t be kept exactly. If the tool takes it as a string, send it as one.`
  )
}

/** Goes level by level: recursion would exhaust the stack on what it looks for. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value].filter(isObject)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true
    level = level.flatMap((part) => Object.values(part)).filter(isObject)
  }
  return false
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function findInexactNumber(text: string): string | undefined {
  let found: string | undefined
  JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) => {
    const { source } = context ?? {}
    if (typeof value === 'number' && source !== undefined && !isExact(value, source)) found = source
    return value
  })
  return found
}

/** A number without a fraction and an exponent may be an id: every digit of it counts. */
function isExact(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false
  const isRounded = source.includes('.') || source.toLowerCase().includes('e')
  return isRounded || source === '-0' || String(value) === source
}

/**
 * Lists keys of `input` that are missing in `output`, which a schema parsed from it, as paths such as
 * `edits.0.text`.
 */
export function findDroppedKeys(input: unknown, output: unknown, path = ''): readonly string[] {
  if (!isContainer(input) || !isContainer(output)) return []
  const parsed = new Map(Object.entries(output))
  return Object.entries(input).flatMap(([key, value]) => {
    const here = path ? `${path}.${key}` : key
    return parsed.has(key) ? findDroppedKeys(value, parsed.get(key), here) : [here]
  })
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Calls all of them, also where one fails. Throws what the first failing one threw, afterwards. */
export function callAll(calls: readonly (() => void)[]): void {
  const errors: unknown[] = []
  for (const call of calls) {
    try {
      call()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** Makes something once, and again only after what it is made from has become another. */
export function remember<Value>() {
  let last: { readonly from: readonly unknown[]; readonly value: Value } | undefined
  return (from: readonly unknown[], make: () => Value): Value => {
    if (!last || !isSame(last.from, from)) last = { from, value: make() }
    return last.value
  }
}

/** Whether two lists hold the same, in the same order. */
export function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, index) => Object.is(one, b[index]))
}

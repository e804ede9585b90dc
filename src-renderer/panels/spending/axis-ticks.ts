/** From 0 to just above the most there is, in steps of 1, 2 or 5 times a power of ten. */
export function axisTicks(most: number, count = 4): readonly number[] {
  if (most <= 0) return [0, 1]
  const rough = most / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find((times) => times * power >= rough) ?? 10) * power
  const steps = Math.ceil(most / step - 1e-9)
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

/** What a person wrote for an amount: `null` for nothing, `undefined` for what is none. */
export function parseAmount(text: string): number | null | undefined {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(/[,\s]/g, '')
  if (plain === '') return null
  return /^\d+(\.\d+)?$|^\.\d+$/.test(plain) ? Number(plain) : undefined
}

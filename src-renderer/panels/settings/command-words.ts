/** Quotes hold words together; nothing else means anything. */
export function readWords(line: string): readonly string[] {
  return [...line.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\S)+/g)].map(([word]) => unquote(word))
}

function unquote(word: string): string {
  return word.replaceAll(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'/g,
    (_, double?: string, single?: string) => single ?? double?.replaceAll(/\\(["\\])/g, '$1') ?? '',
  )
}

/** A line that is read as these words again. */
export function writeWords(words: readonly string[]): string {
  return words.map(quote).join(' ')
}

function quote(word: string): string {
  if (word !== '' && !/[\s"']/.test(word)) return word
  return `"${word.replaceAll(/["\\]/g, '\\$&')}"`
}

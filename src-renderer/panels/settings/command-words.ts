/** Quotes hold words together; nothing else means anything. */
export function readWords(line: string): readonly string[] {
  const found = line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)
  return [...found].map(([, double, single, plain = '']) =>
    double === undefined ? (single ?? plain) : double.replaceAll(/\\(["\\])/g, '$1'),
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

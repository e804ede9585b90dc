/** Quotes hold words together; nothing else means anything. */
export function readWords(line: string): readonly string[] {
  const words: string[] = []
  let word: string | undefined
  for (const { text, isSpace } of piecesOf(line)) {
    if (!isSpace) word = (word ?? '') + text
    else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  return word === undefined ? words : [...words, word]
}

interface Piece {
  /** What it stands for: of a quoted one, without its quotes. */
  readonly text: string
  readonly isSpace: boolean
}

function* piecesOf(line: string): Generator<Piece> {
  let start = 0
  // A quote that is not closed is a character; where one is not, no later one is.
  const open = new Set(['"', "'"])
  while (start < line.length) {
    const quote = line.charAt(start)
    const end = open.has(quote) ? findClosing(line, start) : -1
    if (end > 0) {
      const inner = line.slice(start + 1, end)
      yield { text: quote === '"' ? inner.replaceAll(/\\(["\\])/g, '$1') : inner, isSpace: false }
      start = end + 1
    } else {
      open.delete(quote)
      yield { text: quote, isSpace: /\s/.test(quote) }
      start += 1
    }
  }
}

/** Where the quote that begins at `start` is closed; -1: nowhere. Only a double one knows escapes. */
function findClosing(line: string, start: number): number {
  const quote = line.charAt(start)
  if (quote === "'") return line.indexOf("'", start + 1)
  for (let at = start + 1; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1
    else if (line[at] === '"') return at
  }
  return -1
}

/** A line that is read as these words again. */
export function writeWords(words: readonly string[]): string {
  return words.map(quote).join(' ')
}

function quote(word: string): string {
  if (word !== '' && !/[\s"']/.test(word)) return word
  return `"${word.replaceAll(/["\\]/g, '\\$&')}"`
}

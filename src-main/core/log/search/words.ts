/** A word of a text as it is indexed, and where it stands. */
export interface Word {
  /** Without case and accents. */
  readonly folded: string
  readonly start: number
  readonly end: number
}

/** Of scripts that put no spaces between words, every character counts as a word. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[[\p{L}\p{N}\p{M}\p{Co}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]+/gv
const ASCII = /^\p{ASCII}*$/u

/** The words of a text, in order. Whatever is neither a letter nor a digit parts them. */
export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = fold(word)
    if (folded !== '') yield { folded, start: index, end: index + word.length }
  }
}

/** The text as the index takes it: SQLite's own tokenizer finds `wordsOf` in it, and nothing else. */
export function toIndexed(text: string): string {
  if (ASCII.test(text)) return text
  return Array.from(wordsOf(text), ({ folded }) => folded).join(' ')
}

function fold(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase()
  return word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** More than this many words say nothing more. */
const WORDS = 32
const CHARS = 1_000

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

/** Words that stand together. */
export interface Phrase {
  readonly words: readonly string[]
  /** The last word may be the beginning of one. */
  readonly isPrefix: boolean
}

/** Reads what was typed: every string is understood as something. Empty: there is no word in it. */
export function readPhrases(typed: string): readonly Phrase[] {
  // What stands between two quotation marks is at the odd places.
  const parts = typed.slice(0, CHARS).split('"')
  return parts
    .flatMap((part, index) => {
      const isLast = index === parts.length - 1
      return index % 2 === 1 ? quoted(part, isLast) : unquoted(part, isLast)
    })
    .slice(0, WORDS)
}

function quoted(part: string, isOpen: boolean): readonly Phrase[] {
  return toPhrase(part, isOpen)
}

function unquoted(part: string, isLast: boolean): readonly Phrase[] {
  const words = part.split(/\s+/)
  return words.flatMap((word, index) => toPhrase(word, isLast && index === words.length - 1))
}

/** A path, or an identifier with a hyphen, is several words that stand together. */
function toPhrase(text: string, isTyped: boolean): readonly Phrase[] {
  const words = Array.from(wordsOf(text), ({ folded }) => folded).slice(0, WORDS)
  const last = words.at(-1)
  if (last === undefined) return []
  const isPrefix = isTyped && /[\p{L}\p{M}\p{N}]$/u.test(text) && last.length > 1
  // `token.t`: the beginning of too many words to be looked up, and soon another one.
  const isBegun = isTyped && /^[a-z]$/.test(last) && words.length > 1
  return [{ words: isBegun ? words.slice(0, -1) : words, isPrefix }]
}

/** As FTS5 reads it. */
export function toMatch(phrases: readonly Phrase[]): string {
  const all = phrases.map(({ words, isPrefix }) => {
    const quotedWords = `"${words.join(' ').replaceAll('"', '')}"`
    return isPrefix ? `${quotedWords} *` : quotedWords
  })
  return `{text} : (${all.join(' AND ')})`
}

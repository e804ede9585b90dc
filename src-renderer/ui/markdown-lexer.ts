import { Lexer, type Token, type TokensList } from 'marked'
import { takeStart } from '#shared/lib/cut-text.ts'

/** Marks in a longer paragraph aren't drawn: finding them takes time that grows with its square. */
const MAX_INLINE_CHARS = 5_000
/** Quotes and lists nested deeper are drawn as text: each level takes the parser's stack. */
const MAX_DEPTH = 40
/** The rest of a longer text is one paragraph. */
const MAX_CHARS = 200_000

/** Parses Markdown that anyone may have written, in bounded time. */
export function lexMarkdown(text: string): TokensList {
  const parsed = takeStart(text, MAX_CHARS)
  const tokens = new BoundedLexer().lex(parsed)
  const rest = text.slice(parsed.length)
  if (rest !== '') tokens.push({ type: 'paragraph', raw: rest, text: rest, tokens: [toText(rest)] })
  return tokens
}

class BoundedLexer extends Lexer {
  #depth = 0

  override blockTokens(src: string, tokens?: Token[], isParagraphEnd?: boolean): Token[]
  override blockTokens(src: string, tokens?: TokensList, isParagraphEnd?: boolean): TokensList
  override blockTokens(src: string, tokens: Token[] = [], isParagraphEnd?: boolean): Token[] {
    if (this.#depth >= MAX_DEPTH) {
      tokens.push(toText(src))
      return tokens
    }
    this.#depth += 1
    try {
      return super.blockTokens(src, tokens, isParagraphEnd)
    } finally {
      this.#depth -= 1
    }
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (src.length <= MAX_INLINE_CHARS) return super.inlineTokens(src, tokens)
    tokens.push(toText(src))
    return tokens
  }
}

function toText(text: string) {
  return { type: 'text' as const, raw: text, text, escaped: false }
}

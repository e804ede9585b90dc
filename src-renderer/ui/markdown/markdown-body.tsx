import { Lexer, type MarkedToken, type Token, type TokensList } from 'marked'
import { memo, useMemo } from 'react'
import remend from 'remend'
import { takeStart } from '#shared/lib/truncate-text.ts'
import { Block, keyOf, known } from './markdown-blocks.tsx'

export interface MarkdownProps {
  readonly text: string
  /** More of it is coming: an unfinished end is drawn as what it will be. */
  readonly isStreaming?: boolean
}

/** The renderer itself; `Markdown` loads it. */
export function MarkdownBody({ text, isStreaming = false }: MarkdownProps) {
  const { blocks, links } = useMemo(
    () => parse(isStreaming ? remend(text, { linkMode: 'text-only' }) : text),
    [text, isStreaming],
  )
  return blocks.map((token, index) => (
    <KeptBlock key={keyOf(token, index)} token={token} links={links} />
  ))
}

interface Parsed {
  readonly blocks: readonly MarkedToken[]
  /** Where links of the whole text lead that are called by names. */
  readonly links: string
}

function parse(text: string): Parsed {
  const tokens = lexMarkdown(text)
  return { blocks: known(tokens), links: JSON.stringify(tokens.links) }
}

interface KeptBlockProps {
  readonly token: MarkedToken
  readonly links: string
}

/** Of a text that grows only its last block is drawn again. */
const KeptBlock = memo(
  ({ token }: KeptBlockProps) => <Block token={token} />,
  (was, is) => was.token.raw === is.token.raw && was.links === is.links,
)

/** Marks in a longer paragraph aren't drawn: finding them takes time that grows with its square. */
const MAX_INLINE_CHARS = 5_000
/** Quotes and lists nested deeper are drawn as text: each level takes the parser's stack. */
const MAX_DEPTH = 40
/** The rest of a longer text is one paragraph. */
const MAX_CHARS = 200_000

/** Parses Markdown that anyone may have written, in bounded time. */
function lexMarkdown(text: string): TokensList {
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

import type { MarkedToken } from 'marked'
import { memo, useMemo } from 'react'
import remend from 'remend'
import { Block } from './markdown-blocks.tsx'
import { keyOf, known } from './markdown-inlines.tsx'
import { lexMarkdown } from './markdown-lexer.ts'

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

import type { ComponentProps, ReactNode } from 'react'
import { type Components, Streamdown } from 'streamdown'
import styles from './markdown.module.css'

export interface MarkdownProps {
  readonly text: string
  /** More of it is coming: an unfinished end is drawn as what it will be. */
  readonly isStreaming?: boolean
}

type Props<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & {
  readonly node?: unknown
}

/** Plain elements, styled by ours: what the renderer brings of its own is for another design. */
const components: Components = {
  p: ({ children }: Props<'p'>) => <p>{children}</p>,
  // All of one level: whatever a model leaves out, none is skipped on the page.
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  ul: ({ children }: Props<'ul'>) => <ul>{children}</ul>,
  ol: ({ children, start }: Props<'ol'>) => <ol start={start}>{children}</ol>,
  li: ({ children }: Props<'li'>) => <li>{children}</li>,
  strong: ({ children }: Props<'strong'>) => <strong>{children}</strong>,
  blockquote: ({ children }: Props<'blockquote'>) => <blockquote>{children}</blockquote>,
  hr: () => <hr />,
  inlineCode: ({ children }: Props<'code'>) => <code>{children}</code>,
  pre: ({ children }: Props<'pre'>) => <pre>{children}</pre>,
  code: ({ children }: Props<'code'>) => <code>{children}</code>,
  table: ({ children }: Props<'table'>) => <TableScroll>{children}</TableScroll>,
  thead: ({ children }: Props<'thead'>) => <thead>{children}</thead>,
  tbody: ({ children }: Props<'tbody'>) => <tbody>{children}</tbody>,
  tr: ({ children }: Props<'tr'>) => <tr>{children}</tr>,
  th: ({ children }: Props<'th'>) => <th>{children}</th>,
  td: ({ children }: Props<'td'>) => <td>{children}</td>,
  a: ({ children, href }: Props<'a'>) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  // What a model writes never fetches anything.
  img: ({ alt }: Props<'img'>) => <span className={styles.image}>[{alt || 'image'}]</span>,
}

function Heading({ children }: Props<'h3'>) {
  return <h3>{children}</h3>
}

function TableScroll({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.table}>
      <table>{children}</table>
    </div>
  )
}

/** The renderer itself; `Markdown` loads it. */
export function MarkdownBody({ text, isStreaming = false }: MarkdownProps) {
  return (
    <Streamdown
      mode={isStreaming ? 'streaming' : 'static'}
      parseIncompleteMarkdown={isStreaming}
      controls={false}
      components={components}
      skipHtml
      linkSafety={{ enabled: false }}
    >
      {text}
    </Streamdown>
  )
}

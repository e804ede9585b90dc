import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import type { MarkedToken, Token, Tokens } from 'marked'
import type { ReactNode } from 'react'
import { Code } from './invisible-text.tsx'
import styles from './markdown.module.css'

/** Words in a line: plain, strong, a link. */
export function Inlines({ tokens }: { readonly tokens: readonly Token[] }): ReactNode {
  return known(tokens).map((token, index) => <Inline key={keyOf(token, index)} token={token} />)
}

/** Without extensions the parser makes no other tokens than these. */
export function known(tokens: readonly Token[]): readonly MarkedToken[] {
  return tokens as readonly MarkedToken[]
}

/** A text that grows keeps its parts where they are. */
export function keyOf({ type }: Pick<MarkedToken, 'type'>, index: number): string {
  return `${index} ${type}`
}

/** Elements rather than strings, so that invisible characters are shown. */
export function Inline({ token }: { readonly token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <Inlines tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inlines tokens={token.tokens} />
        </em>
      )
    case 'del':
      return (
        <del>
          <Inlines tokens={token.tokens} />
        </del>
      )
    case 'codespan':
      return (
        <Code>
          <code>{token.text}</code>
        </Code>
      )
    case 'br':
      return <br />
    case 'link':
      return <Link link={token} />
    // What a model writes never fetches anything.
    case 'image':
      return <span className={styles.image}>[{token.text || 'image'}]</span>
    case 'checkbox':
      return <Checkbox isChecked={token.checked} />
    case 'text':
      if (token.tokens) return <Inlines tokens={token.tokens} />
      return <>{decode(token.text)}</>
    case 'escape':
      return <>{token.text}</>
    default:
      return <>{token.raw}</>
  }
}

const OUTSIDE = /^(https?|mailto):/i

/** A link leads out of the window; what leads nowhere from here is words. */
function Link({ link: { href, tokens } }: { readonly link: Tokens.Link }) {
  if (!OUTSIDE.test(href))
    return (
      <span>
        <Inlines tokens={tokens} />
      </span>
    )
  return (
    <a href={decode(href)} target="_blank" rel="noreferrer noopener">
      <Inlines tokens={tokens} />
    </a>
  )
}

function Checkbox({ isChecked }: { readonly isChecked: boolean }) {
  return (
    <span role="img" aria-label={isChecked ? 'done' : 'to do'}>
      {isChecked ? '☑' : '☐'}{' '}
    </span>
  )
}

const REFERENCE = /&([a-z][\da-z]{1,31});/gi

/** Characters that are written by their names; the parser knows those by their numbers. */
function decode(text: string): string {
  return text.replace(REFERENCE, (written, name) => decodeNamedCharacterReference(name) || written)
}

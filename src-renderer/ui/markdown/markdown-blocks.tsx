import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import type { MarkedToken, Token, Tokens } from 'marked'
import type { ReactNode } from 'react'
import { Code } from '../text/invisible-text.tsx'
import styles from './markdown.module.css'

/** A paragraph, a list, a table: what stands by itself. */
export function Block({ token }: { readonly token: MarkedToken }): ReactNode {
  switch (token.type) {
    // All of one level: whatever a model leaves out, none is skipped on the page.
    case 'heading':
      return (
        <h3 dir="auto">
          <Inlines tokens={token.tokens} />
        </h3>
      )
    case 'paragraph':
      return (
        <p dir="auto">
          <Inlines tokens={token.tokens} />
        </p>
      )
    case 'code':
      return (
        <pre>
          <Code>
            <code>{token.text}</code>
          </Code>
        </pre>
      )
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={token.tokens} />
        </blockquote>
      )
    case 'list':
      return <List list={token} />
    case 'table':
      return <Table table={token} />
    case 'hr':
      return <hr />
    // Nothing that a model writes becomes a part of the page: its tags are read as they are.
    case 'html':
      return (
        <p dir="auto" className={styles.plain}>
          {token.text.trim()}
        </p>
      )
    case 'space':
    case 'def':
      return null
    // In a list whose items stand close, their text is in no paragraph.
    default:
      return <Inline token={token} />
  }
}

function Blocks({ tokens }: { readonly tokens: readonly Token[] }): ReactNode {
  return known(tokens).map((token, index) => <Block key={keyOf(token, index)} token={token} />)
}

function List({ list }: { readonly list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    <li key={keyOf(item, index)} dir="auto" className={item.task ? styles.task : undefined}>
      <Blocks tokens={item.tokens} />
    </li>
  ))
  return list.ordered ? <ol start={list.start || 1}>{items}</ol> : <ul>{items}</ul>
}

function Table({ table }: { readonly table: Tokens.Table }) {
  const { header, rows } = table
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            {header.map((cell, column) => (
              <th key={keyOf(table, column)} dir="auto">
                <Inlines tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(table, index)}>
              {row.map((cell, column) => (
                <td key={keyOf(table, column)} dir="auto">
                  <Inlines tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Words in a line: plain, strong, a link. */
function Inlines({ tokens }: { readonly tokens: readonly Token[] }): ReactNode {
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
function Inline({ token }: { readonly token: MarkedToken }): ReactNode {
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

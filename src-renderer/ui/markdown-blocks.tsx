import type { MarkedToken, Token, Tokens } from 'marked'
import type { ReactNode } from 'react'
import { Code } from './invisible-text.tsx'
import styles from './markdown.module.css'
import { Inline, Inlines, keyOf, known } from './markdown-inlines.tsx'

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

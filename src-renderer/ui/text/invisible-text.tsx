/** @jsxImportSource react */
// With React's own runtime: ours would have this component draw itself.
import { createContext, type ReactNode, useContext } from 'react'
import { piecesOf, showInvisible, type TextKind } from '#shared/lib/invisible-characters.ts'
import styles from './invisible-text.module.css'

/** How the texts below are read; `code` unless a `Prose` is around them. */
const TextKindContext = createContext<TextKind>('code')

/** Around text that is written for people: characters that its script or its emoji need aren't shown. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return <TextKindContext value="prose">{children}</TextKindContext>
}

/** Around code within prose. */
export function Code({ children }: { readonly children: ReactNode }) {
  return <TextKindContext value="code">{children}</TextKindContext>
}

/** Around a command that a person decides about. */
export function CommandCharacters({ children }: { readonly children: ReactNode }) {
  return <TextKindContext value="command">{children}</TextKindContext>
}

/** Elements cost time and memory: the rest of such a text is drawn as plain text, with codes. */
const MAX_MARKS = 500

/**
 * Draws a text with a mark in place of each invisible character. A mark holds the character itself,
 * so a copied selection is the original text.
 */
export function InvisibleText({ text }: { readonly text: string }): ReactNode {
  const kind = useContext(TextKindContext)
  const drawn = [...piecesOf(text, kind).take(2 * MAX_MARKS)]
  if (drawn.every(({ type }) => type === 'plain')) return text
  const drawnChars = drawn.reduce((chars, piece) => chars + piece.text.length, 0)
  return (
    // One element, so that a flex container takes it as one item. Styles select spans by their
    // element, and `dir="auto"` ignores the text of a `bdi`.
    <data>
      {drawn.map((piece, index) =>
        piece.type === 'plain' ? (
          piece.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity than their order
          <Mark key={`${index} ${piece.code}`} code={piece.code} name={piece.name}>
            {piece.text}
          </Mark>
        ),
      )}
      {showInvisible(text.slice(drawnChars), kind)}
    </data>
  )
}

interface MarkProps {
  readonly code: string
  readonly name: string
  readonly children: string
}

function Mark({ code, name, children }: MarkProps) {
  const title = `${code} ${name}`
  return (
    <bdi className={styles.mark} role="img" aria-label={title} title={title} data-code={code}>
      <bdi className={styles.character}>{children}</bdi>
    </bdi>
  )
}

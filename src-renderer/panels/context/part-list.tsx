import type { ContextPart, ContextPreview } from '#shared/contract/context.ts'
import styles from './context.module.css'
import { PartRow } from './part-row.tsx'

/** The parts in the order in which the model is told them. */
export function PartList({ preview }: { readonly preview: ContextPreview }) {
  const { agent, parts, tokens } = preview
  return (
    <>
      <ol className={styles.list} aria-label="Parts of the next prompt">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place; titles may repeat.
          <PartRow key={`${agent} ${index} ${part.title}`} part={part} whole={tokens} />
        ))}
      </ol>
      <p className={styles.rest}>{tellRest(parts)}</p>
    </>
  )
}

function tellRest(parts: readonly ContextPart[]): string {
  const hasTools = parts.some(({ kind }) => kind === 'tools')
  return hasTools
    ? 'What you write comes on top.'
    : 'The tools it is offered, and what it is asked, come on top.'
}

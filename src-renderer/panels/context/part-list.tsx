import type { ContextPart, ContextPreview } from '#shared/contract/context.ts'
import type { SessionId } from '#shared/ids.ts'
import styles from './context.module.css'
import { PartRow } from './part-row.tsx'

export interface PartListProps {
  readonly preview: ContextPreview
  readonly sessionId: SessionId
}

/** The parts in the order in which the model is told them. */
export function PartList({ preview, sessionId }: PartListProps) {
  const { agent, parts, tokens } = preview
  const pinned = new Set(parts.flatMap(({ messageId }) => messageId ?? []))
  const keyed = parts.map((part, index) => ({ part, key: `${agent} ${keyOf(part, index)}` }))
  return (
    <>
      <ol className={styles.list} aria-label="Parts of the next prompt">
        {keyed.map(({ key, part }) => (
          <PartRow key={key} part={part} whole={tokens} place={{ sessionId }} pinned={pinned} />
        ))}
      </ol>
      <p className={styles.rest}>{tellRest(parts)}</p>
    </>
  )
}

/** By its place, for titles may repeat; those that others come in front of by what they are. */
function keyOf({ kind, title, messageId }: ContextPart, index: number): string {
  if (messageId !== undefined) return messageId
  return kind === 'conversation' ? kind : `${index} ${title}`
}

function tellRest(parts: readonly ContextPart[]): string {
  const hasTools = parts.some(({ kind }) => kind === 'tools')
  return hasTools
    ? 'What you write comes on top.'
    : 'The tools it is offered, and what it is asked, come on top.'
}

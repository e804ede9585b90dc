import type { FileChange } from '#shared/authors/file-changes.ts'
import { tellAuthor } from '../../cards/author-words.ts'
import { useHue } from '../../client/agent-hues.ts'
import styles from './review.module.css'

/** Who made a change, the last first; what they had been told. */
export function HunkAuthors({ changes }: { readonly changes: readonly FileChange[] }) {
  const last = changes.toSorted((a, b) => b.seq - a.seq)
  const told = last.map((change) => ({ change, words: tellAuthor(change.seq, change) }))
  const names = [...new Map(told.map((one) => [one.words.name, one])).values()]
  const prompt = told.find(({ words }) => words.prompt !== undefined)?.words.prompt
  return (
    <span className={styles.authors} title={told.map(({ words }) => words.whole).join('\n')}>
      {names.map(({ change, words }) => (
        <AuthorName key={words.name} change={change} name={words.name} />
      ))}
      {names.length === 0 && 'not recorded'}
      {prompt && <span className={styles.prompt}>{prompt}</span>}
    </span>
  )
}

function AuthorName({ change, name }: { readonly change: FileChange; readonly name: string }) {
  const hue = useHue(change.agentId)
  return (
    <span className={styles.author}>
      {change.agentId && <i style={{ background: hue }} aria-hidden />}
      {change.type === 'person' ? 'you' : name}
    </span>
  )
}

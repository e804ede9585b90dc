import { FileWarning } from 'lucide-react'
import type { ContextPart } from '#shared/contract/context.ts'
import type { SessionId } from '#shared/ids.ts'
import { useHostDescription } from '../../client/documents.ts'
import { useNavigation } from '../../client/navigation.tsx'
import { useContextPreview } from '../../client/prompt-documents.ts'
import { Button } from '../../ui/button.tsx'
import { formatPath } from '../../ui/format.ts'
import { Failure, Loading } from '../../ui/notice.tsx'
import { tellTokens } from './memory-words.ts'
import styles from './settings.module.css'

/** The files in which people tell agents how to work here, as they are read; none is written here. */
export function InstructionFiles({ sessionId }: { readonly sessionId: SessionId }) {
  const { data, error, isLoading } = useContextPreview({ sessionId, agent: 'lead' })
  const { openNextPrompt } = useNavigation()
  const parts = data?.parts.filter(isOfFile) ?? []
  return (
    <>
      <div className={styles.partHead}>
        <h4 className={styles.part}>Instructions and rules</h4>
        <Button isSmall onClick={openNextPrompt}>
          Show the next prompt
        </Button>
      </div>
      <p className={styles.hint}>
        <code>AGENTS.md</code> and <code>CLAUDE.md</code> of your home folder, the repository and
        the project, with the files they import, then <code>.orrery/rules/</code>. They are read
        when a run starts. Later ones take precedence.
      </p>
      {isLoading && <Loading label="Loading the instructions" rows={2} />}
      {error && <Failure>What is read could not be listed. {error.message}</Failure>}
      {data && parts.length === 0 && <p className={styles.hint}>None of them is there.</p>}
      <ul className={styles.rows} aria-label="Instructions and rules">
        {parts.map((part) => (
          <FileRow key={part.source} part={part} />
        ))}
      </ul>
    </>
  )
}

/** What is said about instructions in general is from no file. */
function isOfFile({ kind, source }: ContextPart): boolean {
  return (kind === 'instructions' || kind === 'rule') && source !== undefined
}

function FileRow({ part }: { readonly part: ContextPart }) {
  const { source = '', tokens, notes, error } = part
  const homeDir = useHostDescription().data?.homeDir
  const isLost = error !== undefined
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        <code title={source}>{formatPath(source, homeDir)}</code>
        {isLost && (
          <small className={styles.lost}>
            <FileWarning className={styles.warn} aria-hidden="true" />
            Left out: {error}
          </small>
        )}
        {notes.map((note) => (
          <small key={note}>{note}</small>
        ))}
      </span>
      {!isLost && <span className={styles.number}>{tellTokens(tokens)}</span>}
    </li>
  )
}

import { useId, useState } from 'react'
import type { CommitPreview } from '#shared/contract/review.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatNumber } from '../../ui/format.ts'
import { TextArea } from '../../ui/text-area.tsx'
import styles from './commit.module.css'
import { CommitFile } from './commit-file.tsx'
import { useOwnLines } from './own-lines.ts'
import { useCommitting } from './use-committing.ts'

export interface CommitFormProps {
  readonly preview: CommitPreview
  readonly onClose: () => void
  /** What would be committed is another by now. */
  readonly onOutdated: () => void
}

/** Which files, in which words; while it is committed, what ends that. */
export function CommitForm({ preview, onClose, onOutdated }: CommitFormProps) {
  const { files, head, branch } = preview
  const id = useId()
  const [left, leave] = useState<ReadonlySet<string>>(new Set())
  const [message, write] = useState(preview.message)
  const paths = listChosen(preview, left)
  const ownLines = useOwnLines(preview)
  const commit = useCommitting({ onDone: onClose, onOutdated })
  const canSend = !commit.stop && paths.length > 0 && message.trim() !== ''
  const send = () => commit.run?.({ paths, message: message.trim(), ...(head && { head }) })
  const toggle = (path: string) => {
    const next = new Set(left)
    if (!next.delete(path)) next.add(path)
    leave(next)
  }
  return (
    <Dialog
      title="Commit what was accepted"
      description={`${branch ? `On ${branch}` : 'On no branch'}. What you have staged, and the files on disk, stay as they are.`}
      isOpen
      onClose={commit.stop ?? onClose}
      actions={
        <>
          <Button onClick={commit.stop ?? onClose}>
            {commit.stop ? 'Stop committing' : 'Cancel'}
          </Button>
          <Button variant="primary" disabled={!canSend || !commit.run} onClick={() => void send()}>
            Commit {formatNumber(paths.length, 'file')}
          </Button>
        </>
      }
    >
      <ul className={styles.files} aria-label="Files to be committed">
        {files.map((file) => (
          <CommitFile
            key={file.path}
            file={file}
            ownLines={ownLines.get(file.path) ?? 0}
            isChosen={paths.includes(file.path)}
            onToggle={() => toggle(file.path)}
          />
        ))}
      </ul>
      <OwnLines count={sum(paths.map((path) => ownLines.get(path) ?? 0))} />
      <label className={styles.label} htmlFor={id}>
        Message
      </label>
      <TextArea id={id} rows={4} value={message} onChange={({ target }) => write(target.value)} />
      <Progress isUnderWay={commit.stop !== undefined} error={commit.error} />
    </Dialog>
  )
}

function listChosen({ files }: CommitPreview, left: ReadonlySet<string>): string[] {
  const chosen = files.filter(({ path, obstacle }) => obstacle === undefined && !left.has(path))
  return chosen.map(({ path }) => path)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

/** What was accepted is what a file held, whoever wrote it: of that, what the person wrote. */
function OwnLines({ count }: { readonly count: number }) {
  if (count === 0) return null
  const words = `${formatNumber(count, 'line')} of it ${count === 1 ? 'is' : 'are'} your own`
  return (
    <p className={styles.own}>
      {words}: what you had written in these files when you accepted is committed with it. What you
      wrote since is not.
    </p>
  )
}

interface ProgressProps {
  readonly isUnderWay: boolean
  readonly error: string | undefined
}

function Progress({ isUnderWay, error }: ProgressProps) {
  return (
    <>
      <p role="status" className={styles.progress}>
        {isUnderWay && 'It is being committed. Hooks of the repository may take a while.'}
      </p>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </>
  )
}

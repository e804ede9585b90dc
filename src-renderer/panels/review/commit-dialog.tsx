import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { AcceptedFile, CommitPreview } from '#shared/contract/review.ts'
import { AppError } from '#shared/error.ts'
import { useHost } from '../../client/host-context.tsx'
import { useSessionId } from '../../client/session-context.tsx'
import { useToasts } from '../../client/toasts.ts'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatNumber, formatPath } from '../../ui/format.ts'
import { Loading } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import styles from './commit.module.css'
import { type ReviewCommands, useReviewCommands } from './use-review-commands.ts'

/** Commits what was accepted: which files, and in which words. */
export function CommitDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useHost()
  const sessionId = useSessionId()
  const {
    data: preview,
    error,
    refetch,
  } = useQuery({
    queryKey: ['review', 'commit', sessionId],
    queryFn: ({ signal }) => client['review.previewCommit']({ sessionId }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (preview && canCommit(preview)) {
    return <CommitForm preview={preview} onClose={onClose} onOutdated={() => void refetch()} />
  }
  return (
    <Dialog
      title="Commit what was accepted"
      isOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {error && <p role="alert">{AppError.toWire(error).message}</p>}
      {preview && <p>{tellObstacle(preview)}</p>}
      {!preview && !error && <Loading label="Loading what can be committed" />}
    </Dialog>
  )
}

function canCommit({ obstacle, files }: CommitPreview): boolean {
  return obstacle === undefined && files.length > 0
}

function tellObstacle({ obstacle }: CommitPreview): string {
  return obstacle ?? 'Nothing was accepted that is not committed. Accept changes first.'
}

interface CommitFormProps {
  readonly preview: CommitPreview
  readonly onClose: () => void
  /** What would be committed is another by now. */
  readonly onOutdated: () => void
}

function CommitForm({ preview, onClose, onOutdated }: CommitFormProps) {
  const { files, head, branch } = preview
  const id = useId()
  const [left, leave] = useState<ReadonlySet<string>>(new Set())
  const [message, write] = useState(preview.message)
  const paths = files
    .filter(({ path, obstacle }) => obstacle === undefined && !left.has(path))
    .map(({ path }) => path)
  const commit = useCommitting(onClose, onOutdated)
  const canSend = commit.run !== undefined && !commit.isRunning && paths.length > 0
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
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!canSend || message.trim() === ''}
            onClick={() => void send()}
          >
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
            isChosen={paths.includes(file.path)}
            onToggle={() => toggle(file.path)}
          />
        ))}
      </ul>
      <label className={styles.label} htmlFor={id}>
        Message
      </label>
      <TextArea id={id} rows={3} value={message} onChange={({ target }) => write(target.value)} />
      {commit.error && (
        <p role="alert" className={styles.error}>
          {commit.error}
        </p>
      )}
    </Dialog>
  )
}

function useCommitting(onDone: () => void, onOutdated: () => void) {
  const commands = useReviewCommands()
  const { tell } = useToasts()
  const commit = async (input: Parameters<ReviewCommands['commit']>[0]) => {
    try {
      const made = await commands?.commit(input)
      if (!made) return
      tell({ text: made.notice ?? `Committed ${formatNumber(input.paths.length, 'file')}.` })
      onDone()
    } catch (error) {
      if (AppError.toWire(error).code === 'conflict') onOutdated()
      throw error
    }
  }
  return useCommand(commands && commit)
}

const words = { added: 'new', changed: 'changed', removed: 'deleted' } as const

interface CommitFileProps {
  readonly file: AcceptedFile
  readonly isChosen: boolean
  readonly onToggle: () => void
}

function CommitFile({ file, isChosen, onToggle }: CommitFileProps) {
  const { path, change, obstacle } = file
  return (
    <li>
      <label className={styles.file}>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={obstacle !== undefined}
          onChange={onToggle}
        />
        <span className={styles.path} title={formatPath(path)}>
          {formatPath(path)}
        </span>
        <span className={styles.words}>{words[change]}</span>
      </label>
      {obstacle && <p className={styles.obstacle}>{obstacle}</p>}
    </li>
  )
}

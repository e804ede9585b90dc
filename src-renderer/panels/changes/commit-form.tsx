import { useQueries, useQueryClient } from '@tanstack/react-query'
import { ShieldQuestionMark } from 'lucide-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { countOwnLines } from '#shared/changes/pending-text.ts'
import type { AcceptedFile, CommitPreview } from '#shared/contract/procedures/changes.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import { useHost } from '../../connection/host-context.tsx'
import { type CommandState, useCommand } from '../../queries/use-command.ts'
import { readText, readTold } from '../../session/changes/pending-file-changes.ts'
import { type ChangesReading, createTextSource } from '../../session/changes/read-changes.ts'
import { changesOf } from '../../session/changes/session-file-changes.ts'
import { useSessionId, useSessionStore } from '../../session/session-context.tsx'
import { useTextFetching } from '../../session/session-queries.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextArea } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useToasts } from '../../ui/overlays/toasts.tsx'
import { formatNumber, formatPath } from '../../ui/text/format.ts'
import styles from './commit.module.css'
import { type ChangeCommands, useChangeCommands } from './use-change-commands.ts'

interface CommitFormProps {
  readonly preview: CommitPreview
  readonly draft: string | undefined
  readonly onOpenTrust: (message: string) => void
  readonly onClose: () => void
  /** What would be committed is another by now. */
  readonly onOutdated: () => void
}

/** Which files, in which words; while it is committed, what ends that. */
export function CommitForm(props: CommitFormProps) {
  const { preview, draft, onOpenTrust, onClose, onOutdated } = props
  const { files, head, branch, untrusted } = preview
  const id = useId()
  const [left, leave] = useState<ReadonlySet<string>>(new Set())
  const [message, write] = useState(draft ?? preview.message)
  const paths = listChosen(preview, left)
  const ownLines = useOwnLines(preview)
  const commit = useCommitting({ onDone: onClose, onOutdated })
  const isReady = untrusted === undefined && paths.length > 0 && message.trim() !== ''
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
          <Button
            variant="primary"
            disabled={!isReady || commit.stop !== undefined || !commit.run}
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
      {untrusted !== undefined && (
        <UntrustedNotice sentence={untrusted} onOpenTrust={() => onOpenTrust(message)} />
      )}
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

interface UntrustedNoticeProps {
  readonly sentence: string
  readonly onOpenTrust: () => void
}

/** The programs that git would run, and the way to trust them. */
function UntrustedNotice({ sentence, onOpenTrust }: UntrustedNoticeProps) {
  return (
    <section className={styles.untrusted} aria-label="Not trusted yet">
      <ShieldQuestionMark aria-hidden="true" />
      <p role="alert">{showInvisible(sentence, 'name')}</p>
      <Button isSmall onClick={onOpenTrust}>
        Open trust settings
      </Button>
    </section>
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

const words = { added: 'new', changed: 'changed', removed: 'deleted' } as const

interface CommitFileProps {
  readonly file: AcceptedFile
  /** How many lines that a person wrote would be committed with it. */
  readonly ownLines: number
  readonly isChosen: boolean
  readonly onToggle: () => void
}

/** A file that can be committed, or why not. */
function CommitFile({ file, ownLines, isChosen, onToggle }: CommitFileProps) {
  const { path, change, obstacle, filter } = file
  const own = ownLines > 0 ? ` · ${formatNumber(ownLines, 'line')} yours` : ''
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
        <span className={styles.words}>
          {words[change]}
          {own}
        </span>
      </label>
      {filter && <p className={styles.filter}>Git runs its filter “{filter}” on it.</p>}
      {obstacle && <p className={styles.obstacle}>{obstacle}</p>}
    </li>
  )
}

type Committing = Parameters<ChangeCommands['commit']>[0]

interface CommittingState extends CommandState<[Committing]> {
  /** Ends git and its hooks; absent while nothing is being committed. */
  readonly stop: (() => void) | undefined
}

interface Heard {
  readonly onDone: () => void
  /** What would be committed may be another by now. */
  readonly onOutdated: () => void
}

/** Commits, and says what came of it. */
function useCommitting({ onDone, onOutdated }: Heard): CommittingState {
  const commands = useChangeCommands()
  const { tell } = useToasts()
  const [underWay, setUnderWay] = useState<AbortController>()
  const commit = async (input: Committing) => {
    const stopping = new AbortController()
    setUnderWay(stopping)
    try {
      const made = await commands?.commit(input, stopping.signal)
      if (!made) return
      tell({ text: made.notice ?? `Committed ${formatNumber(input.paths.length, 'file')}.` })
      onDone()
    } catch (error) {
      const isStopped = stopping.signal.aborted
      const { code, data } = AppError.toWire(error)
      // Loaded again, the preview says what isn't trusted.
      const isUntrusted = data?.['isUntrusted'] === true
      if (isStopped || isUntrusted || code === 'conflict') onOutdated()
      if (!isStopped && !isUntrusted) throw error
    } finally {
      setUnderWay(undefined)
    }
  }
  return { ...useCommand(commands && commit), stop: underWay && (() => underWay.abort()) }
}

/** How many lines a commit of some files would hold that a person wrote; by path, as far as that is known. */
function useOwnLines({ files, head }: CommitPreview): ReadonlyMap<string, number> {
  const client = useHost()
  const sessionId = useSessionId()
  const store = useSessionStore()
  const reading = { store, sessionId, queries: useQueryClient(), fetchTexts: useTextFetching() }
  const isThere = useSyncExternalStore(store.subscribe, () => store.isHistoryComplete)
  const committable = files.filter(({ obstacle }) => obstacle === undefined)
  const found = useQueries({
    queries: committable.map(({ path }) => ({
      queryKey: ['changes', 'own-lines', sessionId, path, head],
      queryFn: async () => {
        const asked = { sessionId, path, commit: head }
        const hash = head ? (await client['files.committed'](asked)).hash : null
        return [path, await readOwnLines(path, hash, reading)] as const
      },
      enabled: isThere,
      staleTime: 0,
      gcTime: 0,
      retry: false,
    })),
  })
  return new Map(found.flatMap(({ data }) => (data?.[1] ? [[data[0], data[1]]] : [])))
}

/** `undefined`: not all of its texts are known. */
async function readOwnLines(
  path: string,
  committed: Hash | null,
  reading: ChangesReading,
): Promise<number | undefined> {
  const { store } = reading
  const acceptance = store.live.state('changes').files[path]?.accepted
  if (!acceptance) return undefined
  const changes = changesOf(store, path, acceptance.seq)
  if (!changes.some(({ type }) => type === 'person')) return 0
  const source = createTextSource(reading)
  const [before, accepted, ...told] = await Promise.all([
    committed && readText({ hash: committed, size: 0 }, source),
    readText(acceptance.content, source),
    ...changes.map(async (change) => {
      const texts = await readTold(change, source)
      return texts && { ...texts, isOwn: change.type === 'person' }
    }),
  ])
  const known = told.filter((change) => change !== undefined)
  if (before === undefined || accepted === undefined || known.length < told.length) return undefined
  return countOwnLines({ committed: before, accepted, changes: known })
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Startable } from '#shared/contract/procedures/trust.ts'
import { formatClient } from '#shared/format/format-client.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useNavigation } from '../../../navigation/navigation.tsx'
import { hostQueryKey } from '../../../queries/host-query.ts'
import { useToldStartables } from '../../../queries/trust-announcements.ts'
import { type CommandState, useCommand } from '../../../queries/use-command.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Chip } from '../../../ui/buttons/chip.tsx'
import { useToasts } from '../../../ui/overlays/toasts.tsx'
import styles from './trust.module.css'

const CHANGED = 'It has changed since you saw it. Look at what it does now.'

interface TrustRowProps {
  readonly row: TrustRow
  readonly projectId: ProjectId
  readonly sessionId: SessionId | undefined
}

/** What would be started, by which file, and whether it may be. */
export function TrustRowView({ row, projectId, sessionId }: TrustRowProps) {
  const { hash, kind, name, file, words, isTrusted, client, reason } = row
  const [seen, setSeen] = useState(hash)
  const host = useHost()
  const { tellUndoable } = useToasts()
  const trusting = useTrusting(projectId, sessionId)
  const problem = trusting.error ?? (hash === seen || isTrusted ? undefined : CHANGED)
  const turn = async () => {
    const isTaken = await trusting.run?.(isTrusted ? 'withdraw' : 'grant', [hash])
    if (isTaken) setSeen(hash)
    if (isTaken && isTrusted) {
      tellUndoable(`“${showInvisible(name, 'name')}” is not trusted any more.`, () =>
        host['trust.grant']({ projectId, ...(sessionId && { sessionId }), hashes: [hash] }),
      )
    }
  }
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.head}>
          <b>{showInvisible(name, 'name')}</b>
          <Chip>{kind}</Chip>
          <Chip tone={isTrusted ? 'plain' : 'warn'}>{isTrusted ? 'trusted' : 'not trusted'}</Chip>
        </p>
        <Words words={words} />
        <p className={styles.watched}>{formatWatched(row)}</p>
        {client && client.type !== 'window' && (
          <p className={styles.watched}>Trusted {formatClient(client)}.</p>
        )}
        <FileLink file={file} />
        {!isTrusted && reason && <p className={styles.problem}>{showInvisible(reason, 'name')}</p>}
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
      <Button
        isSmall
        disabled={trusting.isRunning}
        aria-label={`${isTrusted ? 'Withdraw' : 'Trust'}: ${showInvisible(name, 'name')}`}
        onClick={() => void turn()}
      >
        {isTrusted ? 'Withdraw' : 'Trust'}
      </Button>
    </li>
  )
}

function Words({ words }: { readonly words: string }) {
  const { before, command, after } = splitWords(words)
  return (
    <p className={styles.words}>
      {before}
      {command !== undefined && <code>{command}</code>}
      {after}
    </p>
  )
}

/** Opens a file of the project in the editor. Others, and git's own, are named alone. */
export function FileLink({ file }: { readonly file: string }) {
  const { openFile } = useNavigation()
  if (isOutsideEditor(file)) return <p className={styles.path}>{showInvisible(file, 'name')}</p>
  return (
    <button
      type="button"
      className={styles.file}
      title={`Open ${file} in the editor`}
      onClick={() => openFile(`/workspace/${file}`)}
    >
      {file}
    </button>
  )
}

type Trusting = CommandState<[wish: 'grant' | 'withdraw', hashes: readonly string[]]>

/** Trusts, or takes trust back. The list is read anew after it, also where it is refused. */
export function useTrusting(projectId: ProjectId, sessionId: SessionId | undefined): Trusting {
  const client = useHost()
  const queries = useQueryClient()
  const { tell } = useToldStartables(projectId)
  return useCommand(async (wish, hashes) => {
    // Whoever decides on it need not be told of it.
    tell(hashes)
    try {
      const chosen = { projectId, hashes: [...hashes] }
      if (wish === 'withdraw') await client['trust.withdraw'](chosen)
      else await client['trust.grant']({ ...chosen, ...(sessionId && { sessionId }) })
    } finally {
      await queries.invalidateQueries({ queryKey: hostQueryKey('trust.list', { projectId }) })
    }
  })
}

interface TrustRow extends Startable {
  /** The same after it has changed: its row stays the row it was. */
  readonly id: string
}

export function toTrustRows(startables: readonly Startable[]): readonly TrustRow[] {
  const counts = new Map<string, number>()
  return startables.map((startable) => {
    const { file, kind, name } = startable
    const place = JSON.stringify([file, kind, name])
    const nth = counts.get(place) ?? 0
    counts.set(place, nth + 1)
    return { ...startable, id: `${place} ${nth}` }
  })
}

const WATCHED: Readonly<Record<Startable['watches'], string>> = {
  project:
    'Watched: this entry, files that it names, and all files of the project that aren’t ignored.',
  named: 'Watched: this entry and scripts that it names.',
  entry: 'Watched: this entry.',
}

/** Formats which changes end trust as a sentence. */
function formatWatched({ kind, watches }: Pick<Startable, 'kind' | 'watches'>): string {
  if (kind === 'git') return 'Watched: this entry, files beside hooks, and scripts that these name.'
  return WATCHED[watches]
}

/** A sentence that quotes at most one command. Nothing of it is left out, whatever the command holds. */
export function splitWords(words: string): {
  readonly before: string
  readonly command: string | undefined
  readonly after: string
} {
  const visible = showInvisible(words, 'name')
  const [, before, command, after] = /^([^`]*)`(.+)`([^`]*)$/.exec(visible) ?? []
  if (before === undefined) return { before: visible, command: undefined, after: '' }
  return { before, command, after: after ?? '' }
}

/** Whether the editor, which opens files of the project, can't open one: it lies elsewhere. */
export function isOutsideEditor(file: string): boolean {
  // On Windows, an absolute path begins with a drive.
  return file.startsWith('/') || file.charAt(1) === ':'
}

import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SessionSize, StoreSizes } from '#shared/contract/procedures/host.ts'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { useNavigation } from '../../../navigation/navigation.tsx'
import { hostQueryKey, useHostQuery } from '../../../queries/host-query.ts'
import { useCommand } from '../../../queries/use-command.ts'
import { useDeletingSession } from '../../../queries/use-delete-session.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Failure, Loading } from '../../../ui/loading/notice.tsx'
import { classNames } from '../../../ui/styles/class-names.ts'
import { formatBytes, formatNumber, formatPath } from '../../../ui/text/format.ts'
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx'
import shared from '../controls/settings.module.css'
import type { SettingsPlace } from '../controls/use-settings-scope.ts'
import styles from './storage-section.module.css'

/** Where everything is kept, how much it is, and how to keep it safe. */
export function DataSection({ sessionId }: SettingsPlace) {
  const { data: sizes, error, isLoading } = useHostQuery('store.sizes', {})
  const sessions = useHostQuery('sessions.list', {}).data
  return (
    <>
      <Place sizes={sizes} />
      {isLoading && <Loading label="Measuring what is kept" rows={5} />}
      {error && <Failure>What is kept could not be measured. {error.message}</Failure>}
      {sizes && sessions && (
        <SessionSizes rows={toSizeRows(sizes.sessions, sessions)} openId={sessionId} />
      )}
      {sizes && <Others others={sizes.others} />}
      <Backups />
    </>
  )
}

function Place({ sizes }: { readonly sizes: StoreSizes | undefined }) {
  const { data: host } = useHostQuery('host.describe', {})
  if (!host) return null
  const { dataDir, homeDir } = host
  return (
    <p className={shared.hint}>
      Sessions, files as they were, memories and settings are kept in one file in{' '}
      <code title={dataDir}>{formatPath(dataDir, homeDir)}</code>. {sizes && tellSize(sizes)}
    </p>
  )
}

function tellSize({ fileBytes, freeBytes }: StoreSizes): string {
  const free = freeBytes > 0 ? `; ${formatBytes(freeBytes)} of that are free to be used again` : ''
  return `It takes ${formatBytes(fileBytes)}${free}.`
}

/** What no session has for itself. */
function Others({ others }: Pick<StoreSizes, 'others'>) {
  const { sharedBytes, memoryBytes, restBytes } = others
  const parts = [
    [sharedBytes, 'contents that several sessions share'],
    [memoryBytes, 'memories of projects'],
    [restBytes, 'indexes, settings, and room that is not filled yet'],
  ] as const
  const taken = parts.filter(([bytes]) => bytes > 0)
  if (taken.length === 0) return null
  const told = taken.map(([bytes, what]) => `${formatBytes(bytes)} ${what}`)
  return (
    <>
      <h4 className={shared.part}>Besides sessions</h4>
      <p className={shared.hint}>{told.join('; ')}.</p>
    </>
  )
}

function Backups() {
  return (
    <>
      <h4 className={shared.part}>Backup</h4>
      <p className={shared.hint}>
        <code>orrery backup FILE</code> writes all of it to one new file, also while runs are on.
        Keys of providers are not in it.
      </p>
      <p className={shared.hint}>
        <code>orrery restore FILE</code> brings a backup back, once Orrery is closed. What was there
        is set aside, never overwritten.
      </p>
    </>
  )
}

/** How many are listed at first, and with each asking. */
const LISTED = 50

interface SessionSizesProps {
  readonly rows: readonly SizeRow[]
  /** The session that is open behind the settings. */
  readonly openId: SessionId | undefined
}

/** What each session takes; deleted here as in their list. */
function SessionSizes({ rows, openId }: SessionSizesProps) {
  const [listed, setListed] = useState(LISTED)
  const rest = rows.length - listed
  return (
    <>
      <h4 className={shared.part}>Sessions</h4>
      <p className={shared.hint}>
        {rows.length === 0
          ? 'There are none yet. Each is listed here with what it takes.'
          : 'Deleting one frees what is its own; what others share stays for them.'}
      </p>
      {rows.length > 0 && <SizeTable rows={rows.slice(0, listed)} openId={openId} />}
      {rest > 0 && (
        <Button isSmall variant="quiet" onClick={() => setListed(listed + LISTED)}>
          Show more: {formatNumber(rest, 'smaller one')}
        </Button>
      )}
    </>
  )
}

function SizeTable({ rows, openId }: SessionSizesProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <Column name="Session" className={styles.session} />
          <Column name="Event log" />
          <Column name="Checkpoints" className={styles.wide} />
          <Column name="Contents" />
          <Column name="Its own" />
          <Column name="Shared" />
          <th scope="col" className={classNames(styles.column, styles.narrow)}>
            <VisuallyHidden>Delete</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <SizeLine key={row.id} row={row} isOpen={row.id === openId} />
        ))}
      </tbody>
    </table>
  )
}

function Column({
  name,
  className,
}: {
  readonly name: string
  readonly className?: string | undefined
}) {
  return (
    <th scope="col" className={classNames(styles.column, className)}>
      {name}
    </th>
  )
}

function SizeLine({ row, isOpen }: { readonly row: SizeRow; readonly isOpen: boolean }) {
  const { title, projectName, logBytes, checkpointBytes, contentBytes, ownBytes, sharedBytes } = row
  const queries = useQueryClient()
  const { openWelcome } = useNavigation()
  const deleteSession = useDeletingSession()
  const remove = useCommand(async () => {
    if (!(await deleteSession(row))) return
    if (isOpen) openWelcome()
    await queries.invalidateQueries({ queryKey: hostQueryKey('store.sizes') })
  })
  return (
    <tr>
      <th scope="row" className={styles.session} title={`${title} · ${projectName}`}>
        <span className={styles.title}>
          {title}
          <small>{projectName}</small>
        </span>
      </th>
      <td>{formatBytes(logBytes)}</td>
      <td>{formatBytes(checkpointBytes)}</td>
      <td>{formatBytes(contentBytes)}</td>
      <td className={styles.own}>{formatBytes(ownBytes)}</td>
      <td>{sharedBytes > 0 ? formatBytes(sharedBytes) : '—'}</td>
      <td>
        <IconButton
          label={row.isRunning ? `${title} runs: stop it first` : `Delete ${title}`}
          disabled={remove.isRunning || row.isRunning}
          onClick={() => void remove.run?.()}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
        {remove.error && <p role="alert">{remove.error}</p>}
      </td>
    </tr>
  )
}

/** A session in the list of sizes. */
interface SizeRow extends SessionSize {
  readonly title: string
  readonly projectName: string
  readonly isRunning: boolean
  /** What deleting it frees. */
  readonly ownBytes: number
}

type Known = Pick<SessionSummary, 'id' | 'title' | 'projectName' | 'isRunning'>

/** The largest first. What was deleted since it was measured is left out. */
export function toSizeRows(
  sizes: StoreSizes['sessions'],
  sessions: readonly Known[],
): readonly SizeRow[] {
  const known = new Map(sessions.map((session) => [session.id, session]))
  const rows = sizes.flatMap((size) => {
    const session = known.get(size.id)
    if (!session) return []
    const { title, projectName, isRunning } = session
    return [{ ...size, title, projectName, isRunning, ownBytes: ownBytes(size) }]
  })
  return rows.toSorted((one, other) => other.ownBytes - one.ownBytes)
}

function ownBytes({ logBytes, checkpointBytes, contentBytes }: SessionSize): number {
  return logBytes + checkpointBytes + contentBytes
}

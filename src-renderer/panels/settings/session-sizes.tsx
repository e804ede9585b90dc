import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import { STORE_SIZES } from '../../client/documents.ts'
import { useNavigation } from '../../client/navigation.tsx'
import { useCommand } from '../../client/use-command.ts'
import { useDeletingSession } from '../../client/use-deleting.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatBytes, formatNumber } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { SizeRow } from './session-size-rows.ts'
import styles from './session-sizes.module.css'
import shared from './settings.module.css'

/** How many are listed at first, and with each asking. */
const LISTED = 50

export interface SessionSizesProps {
  readonly rows: readonly SizeRow[]
  /** The session that is open behind the settings. */
  readonly openId: SessionId | undefined
}

/** What each session takes; deleted here as in their list. */
export function SessionSizes({ rows, openId }: SessionSizesProps) {
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
          <Column name="Log" />
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

interface ColumnProps {
  readonly name: string
  readonly className?: string | undefined
}

function Column({ name, className }: ColumnProps) {
  return (
    <th scope="col" className={classNames(styles.column, className)}>
      {name}
    </th>
  )
}

interface SizeLineProps {
  readonly row: SizeRow
  readonly isOpen: boolean
}

function SizeLine({ row, isOpen }: SizeLineProps) {
  const { title, projectName, logBytes, checkpointBytes, contentBytes, ownBytes, sharedBytes } = row
  const queries = useQueryClient()
  const { openWelcome } = useNavigation()
  const deleteSession = useDeletingSession()
  const remove = useCommand(async () => {
    if (!(await deleteSession(row))) return
    if (isOpen) openWelcome()
    await queries.invalidateQueries({ queryKey: STORE_SIZES })
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

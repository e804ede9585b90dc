import { FileWarning } from 'lucide-react'
import type { Startable, TrustList } from '#shared/contract/procedures/trust.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import { useHostQuery } from '../../../queries/host-query.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Empty, Failure, Loading } from '../../../ui/loading/notice.tsx'
import shared from '../controls/settings.module.css'
import type { SettingsPlace } from '../controls/use-settings-scope.ts'
import styles from './trust.module.css'
import { FileLink, TrustRowView, toTrustRows, useTrusting } from './trust-row.tsx'

/** What the project's own files name to be started, and whether a person has trusted it. */
export function TrustSection({ projectId, projectName, sessionId }: SettingsPlace) {
  const {
    data: list,
    error,
    isLoading,
  } = useHostQuery('trust.list', projectId && { projectId, sessionId })
  if (!projectId) {
    return <Empty>Trust is given in a project. Open one of its sessions to see it here.</Empty>
  }
  return (
    <>
      <p className={shared.hint}>
        Programs, servers and models that {projectName}’s own files name. None is used before you
        trust it. Trust covers an entry and the files it may load, as they are now. If one changes,
        the next start asks again and names the files. A server that is running isn’t stopped. A
        commit waits for the hooks and programs that the repository has git run.
      </p>
      {isLoading && <Loading label="Loading what the files name" rows={3} />}
      {error && <Failure>What the files name could not be listed. {error.message}</Failure>}
      {list && <Lists list={list} projectId={projectId} sessionId={sessionId} />}
    </>
  )
}

interface ListsProps {
  readonly list: TrustList
  readonly projectId: ProjectId
  readonly sessionId: SessionId | undefined
}

function Lists({ list, projectId, sessionId }: ListsProps) {
  const { startables, malformed } = list
  if (startables.length === 0 && malformed.length === 0) return <NothingNamed />
  return (
    <>
      <TrustAll startables={startables} projectId={projectId} sessionId={sessionId} />
      <ul className={shared.rows} aria-label="What may be trusted">
        {toTrustRows(startables).map((row) => (
          <TrustRowView key={row.id} row={row} projectId={projectId} sessionId={sessionId} />
        ))}
      </ul>
      <Unreadable files={malformed} />
    </>
  )
}

function NothingNamed() {
  return (
    <Empty>
      Nothing is named here. Servers in <code>.mcp.json</code>, debuggers in{' '}
      <code>launch.json</code> and hooks in <code>.claude</code> or <code>.orrery</code> would be
      listed before anything comes of them.
    </Empty>
  )
}

interface TrustAllProps {
  readonly startables: readonly Startable[]
  readonly projectId: ProjectId
  readonly sessionId: SessionId | undefined
}

/** One button is enough where one waits. */
function TrustAll({ startables, projectId, sessionId }: TrustAllProps) {
  const trusting = useTrusting(projectId, sessionId)
  const hashes = startables.filter(({ isTrusted }) => !isTrusted).map(({ hash }) => hash)
  if (hashes.length < 2) return null
  return (
    <p className={styles.all}>
      <span className={trusting.error ? shared.error : undefined}>
        {trusting.error ?? `${hashes.length} of ${startables.length} are not trusted.`}
      </span>
      <Button
        isSmall
        disabled={trusting.isRunning}
        onClick={() => void trusting.run?.('grant', hashes)}
      >
        Trust all {hashes.length}
      </Button>
    </p>
  )
}

/** What they name is not known, and nothing comes of it. */
function Unreadable({ files }: { readonly files: TrustList['malformed'] }) {
  if (files.length === 0) return null
  return (
    <>
      <h4 className={shared.part}>Can’t be read</h4>
      <ul className={shared.rows} aria-label="Files that can’t be read">
        {files.map(({ file, error }) => (
          <li key={file} className={styles.row}>
            <FileWarning className={styles.warn} aria-hidden="true" />
            <div className={styles.what}>
              <FileLink file={file} />
              <p className={styles.error}>{showInvisible(error, 'name')}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

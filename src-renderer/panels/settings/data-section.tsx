import type { StoreSizes } from '#shared/contract/store.ts'
import { useHostDescription, useSessions, useStoreSizes } from '../../client/documents.ts'
import { formatBytes, formatPath } from '../../ui/format.ts'
import { Failure, Loading } from '../../ui/notice.tsx'
import { toSizeRows } from './session-size-rows.ts'
import { SessionSizes } from './session-sizes.tsx'
import styles from './settings.module.css'
import type { SettingsPlace } from './use-settings-place.ts'

/** Where everything is kept, how much it is, and how to keep it safe. */
export function DataSection({ sessionId }: SettingsPlace) {
  const { data: sizes, error, isLoading } = useStoreSizes()
  const sessions = useSessions().data
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
  const { data: host } = useHostDescription()
  if (!host) return null
  const { dataDir, homeDir } = host
  return (
    <p className={styles.hint}>
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
      <h4 className={styles.part}>Besides sessions</h4>
      <p className={styles.hint}>{told.join('; ')}.</p>
    </>
  )
}

function Backups() {
  return (
    <>
      <h4 className={styles.part}>Backup</h4>
      <p className={styles.hint}>
        <code>orrery backup FILE</code> writes all of it to one new file, also while runs are on.
        Keys of providers are not in it.
      </p>
      <p className={styles.hint}>
        <code>orrery restore FILE</code> brings a backup back, once Orrery is closed. What was there
        is set aside, never overwritten.
      </p>
    </>
  )
}

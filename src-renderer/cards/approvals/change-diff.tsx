import type { FileContent } from '#shared/events/value.ts'
import { useBlobText } from '../../session/session-queries.ts'
import { formatPath } from '../../ui/text/format.ts'
import { LineDiff } from '../../ui/text/line-diff.tsx'
import styles from './change-diff.module.css'

interface ChangeDiffProps {
  readonly path: string
  readonly before: FileContent | null
  readonly after: FileContent
}

/** A change that was proposed, line by line with what stands around it. */
export function ChangeDiff({ path, before, after }: ChangeDiffProps) {
  const old = useBlobText(before?.hash)
  const next = useBlobText(after.hash)
  const isKnown = next.text !== undefined && (before === null || old.text !== undefined)
  return (
    <div className={styles.diff}>
      <p className={styles.path} title={path}>
        {formatPath(path)}
        {before === null && <span> new file</span>}
      </p>
      {isKnown ? (
        <LineDiff before={old.text ?? ''} after={next.text ?? ''} />
      ) : (
        <p className={styles.unknown}>
          {next.error || next.notText ? 'The change cannot be shown.' : 'Loading the change'}
        </p>
      )}
    </div>
  )
}

import { FileText } from 'lucide-react'
import { useSelection } from '../../client/session-context.tsx'
import { formatPath } from '../../ui/format.ts'
import { Empty } from '../../ui/notice.tsx'
import { ChangeMark } from './change-mark.tsx'
import type { ChangedFile } from './changed-files.ts'
import styles from './file-row.module.css'
import listStyles from './file-tree.module.css'

/** Every file that differs from the session's beginning. */
export function ChangedList({ changed }: { readonly changed: readonly ChangedFile[] }) {
  const { path: selected, select } = useSelection()
  if (changed.length === 0) return <Empty>Files that the session changes are listed here.</Empty>
  return (
    <div className={listStyles.tree}>
      {changed.map((file) => (
        <button
          key={file.path}
          type="button"
          className={styles.row}
          aria-current={file.path === selected}
          title={`${formatPath(file.path)}: ${file.added} lines added, ${file.removed} removed`}
          onClick={() => select({ path: file.path, line: undefined })}
        >
          <FileText size={14} strokeWidth={1.5} aria-hidden />
          <span className={styles.name}>{nameOf(file.path)}</span>
          <span className={styles.folder}>{folderOf(file.path)}</span>
          <ChangeMark file={file} />
        </button>
      ))}
    </div>
  )
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function folderOf(path: string): string {
  const shown = formatPath(path)
  return shown.includes('/') ? shown.slice(0, shown.lastIndexOf('/')) : ''
}

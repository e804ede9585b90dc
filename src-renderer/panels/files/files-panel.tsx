import { FileText } from 'lucide-react'
import { useState } from 'react'
import type { FilesState } from '#shared/projections/files.ts'
import { useIsRecording } from '../../connection/host-context.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import {
  useIsLive,
  useSelection,
  useSessionId,
  useSessionView,
} from '../../session/session-context.tsx'
import { sameItems, useProjection } from '../../session/use-projection.ts'
import { useTree } from '../../session/use-tree.ts'
import { loadedLater } from '../../ui/loading/lazy-component.tsx'
import { Empty } from '../../ui/loading/notice.tsx'
import { PanelBar } from '../../ui/panels/panel-bar.tsx'
import { formatPath } from '../../ui/text/format.ts'
import { type ChangedFile, listChanged } from './changed-files.ts'
import { ChangeMark, FileTree } from './file-tree.tsx'
import styles from './files.module.css'

/** From this count on, taking a snapshot of the folder is noticeably slow. */
const MANY_FILES = 20_000

const selectTouched = (state: FilesState) => Object.values(state.touched)

const FolderNotices = loadedLater(async () => (await import('./folder-notices.tsx')).FolderNotices)

/** The project's files at the playhead, and which of them the session changed. */
export function FilesPanel() {
  const touched = useProjection(useSessionView(), 'files', selectTouched, sameItems)
  const changed = listChanged(touched)
  const [tab, setTab] = useState<'all' | 'changed'>('all')
  return (
    <div className={styles.panel}>
      <PanelBar>
        <div role="tablist" aria-label="Which files" className={styles.tabs}>
          <Tab isOn={tab === 'all'} onChoose={() => setTab('all')}>
            Files
          </Tab>
          <Tab
            isOn={tab === 'changed'}
            title="What differs from when this session began, not from git’s last commit"
            onChoose={() => setTab('changed')}
          >
            Changed <span className={styles.count}>{changed.length}</span>
          </Tab>
        </div>
      </PanelBar>
      {tab === 'all' ? <FileTree changed={changed} /> : <ChangedList changed={changed} />}
      <Notices />
    </div>
  )
}

/** The past is not asked what its folder lacks. */
function Notices() {
  const isRecording = useIsRecording()
  return useIsLive() && !isRecording ? <NoticesNow /> : null
}

function NoticesNow() {
  const fileCount = useTree().files?.length ?? 0
  const sessionId = useSessionId()
  const { data: conditions = [], refetch } = useHostQuery('files.conditions', { sessionId })
  const hugeFileCount = fileCount < MANY_FILES ? undefined : fileCount
  if (conditions.length === 0 && hugeFileCount === undefined) return null
  return (
    <FolderNotices
      conditions={conditions}
      hugeFileCount={hugeFileCount}
      lookAgain={() => void refetch()}
    />
  )
}

interface TabProps {
  readonly isOn: boolean
  readonly title?: string
  readonly onChoose: () => void
  readonly children: React.ReactNode
}

function Tab({ isOn, title, onChoose, children }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isOn}
      className={styles.tab}
      title={title}
      onClick={onChoose}
    >
      {children}
    </button>
  )
}

/** Every file that differs from the session's beginning. */
function ChangedList({ changed }: { readonly changed: readonly ChangedFile[] }) {
  const { path: selected, select } = useSelection()
  if (changed.length === 0) return <Empty>Files that the session changes are listed here.</Empty>
  return (
    <div className={styles.tree}>
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

import { useState } from 'react'
import type { FilesState } from '#shared/projections/files.ts'
import { useIsRecording } from '../../client/host-context.tsx'
import { useIsLive, useSessionView } from '../../client/session-context.tsx'
import { sameItems, useProjection } from '../../client/use-projection.ts'
import { useTree } from '../../client/use-tree.ts'
import { loadedLater } from '../../ui/loaded-later.tsx'
import { PanelBar } from '../../ui/panel-bar.tsx'
import { listChanged } from './changed-files.ts'
import { ChangedList } from './changed-list.tsx'
import { FileTree } from './file-tree.tsx'
import styles from './files-panel.module.css'
import { MANY_FILES } from './many-files.ts'
import { useConditions } from './use-conditions.ts'

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
  const conditions = useConditions()
  const isSound = conditions.conditions.length === 0 && fileCount < MANY_FILES
  if (isSound) return null
  return <FolderNotices {...conditions} fileCount={fileCount} />
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

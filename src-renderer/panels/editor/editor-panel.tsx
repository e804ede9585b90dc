import { useState, useSyncExternalStore } from 'react'
import type { FilesState } from '#shared/projections/files.ts'
import { useEditorLook } from '../../client/editor-look.ts'
import {
  useDrafts,
  useSelection,
  useSessionId,
  useSessionView,
} from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { Empty } from '../../ui/notice.tsx'
import { TitleBar } from '../../ui/panel-bar.tsx'
import styles from './editor-panel.module.css'
import { EditorTabs } from './editor-tabs.tsx'
import { FileView } from './file-view.tsx'
import { listTabs, neighbourOf } from './open-tabs.ts'

/** Any file at the playhead: editable while the session is live, as it was in the past. */
export function EditorPanel() {
  const { path: chosen, line, select } = useSelection()
  const lastEdit = useProjection(useSessionView(), 'files', selectLastEdit)
  const [closedSeq, setClosedSeq] = useState<number>()
  // What an agent edits is followed until a person chooses a file, or closes what came by itself.
  const shown = chosen ?? (lastEdit?.seq === closedSeq ? undefined : lastEdit?.path)
  const [opened, setOpened] = useState<readonly string[]>([])
  const look = useEditorLook(useSessionId())
  const drafts = useDrafts()
  const unsaved = useSyncExternalStore(drafts.subscribe, drafts.state)
  if (chosen && !opened.includes(chosen)) setOpened([...opened, chosen])
  const tabs = listTabs(opened, shown)
  const close = (path: string) => {
    setOpened(opened.filter((one) => one !== path))
    if (path !== shown) return
    setClosedSeq(lastEdit?.seq)
    select({ path: neighbourOf(tabs, path), line: undefined })
  }
  if (!shown)
    return (
      <div className={styles.panel}>
        <TitleBar>Editor</TitleBar>
        <Empty>Choose a file to see it here. What an agent edits opens by itself.</Empty>
      </div>
    )
  return (
    <div className={styles.panel}>
      <EditorTabs
        tabs={tabs}
        shown={shown}
        unsaved={unsaved}
        look={look}
        onChoose={(path) => select({ path, line: undefined })}
        onClose={close}
      />
      <FileView path={shown} line={line} drafts={drafts} look={look} />
    </div>
  )
}

const selectLastEdit = (state: FilesState) => state.lastEdit

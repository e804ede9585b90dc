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
import { loadedLater } from '../../ui/loaded-later.tsx'
import { Empty } from '../../ui/notice.tsx'
import { TitleBar } from '../../ui/panel-bar.tsx'
import styles from './editor-panel.module.css'
import { listTabs, neighbourOf } from './open-tabs.ts'
import { useStopped } from './use-debug-marks.ts'
import { useEditedPlace } from './use-edited-place.ts'

/** What a file is shown with comes when the first is opened. */
const OpenedFile = loadedLater(
  async () => (await import('./opened-file.tsx')).OpenedFile,
  'Loading the editor',
)

/** Any file at the playhead: editable while the session is live, as it was in the past. */
export function EditorPanel() {
  const { path: chosen, pointed, select } = useSelection()
  const lastEdit = useProjection(useSessionView(), 'files', selectLastEdit)
  const [closedSeq, setClosedSeq] = useState<number>()
  const [leftAt, setLeftAt] = useState<string>()
  // Where a program stands, and what an agent edits, is followed until a person chooses a file, or closes what came by itself.
  const followed = chosen || lastEdit?.seq === closedSeq ? undefined : lastEdit
  const edited = useEditedPlace(followed)
  const stopped = useStopped()
  const standing = chosen || leftAt === whereOf(stopped) ? undefined : stopped
  const shown = chosen ?? standing?.path ?? followed?.path
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
    setLeftAt(whereOf(stopped))
    select({ path: neighbourOf(tabs, path) })
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
      <OpenedFile
        {...{ tabs, shown, unsaved, look, drafts }}
        place={chosen ? pointed : (standing ?? edited)}
        onChoose={(path) => select({ path })}
        onClose={close}
      />
    </div>
  )
}

/** What tells one stop from another. */
function whereOf(stopped: ReturnType<typeof useStopped>): string | undefined {
  return stopped && `${stopped.path}:${stopped.line}`
}

const selectLastEdit = (state: FilesState) => state.lastEdit

import { useMemo, useState, useSyncExternalStore } from 'react'
import type { FilesState } from '#shared/projections/files.ts'
import { useEditorLook } from '../../session/editor-display.ts'
import type { PointedLine } from '../../session/selection.ts'
import {
  useDrafts,
  useSelection,
  useSessionId,
  useSessionView,
} from '../../session/session-context.tsx'
import { useContent } from '../../session/session-queries.ts'
import { useProjection } from '../../session/use-projection.ts'
import { loadedLater } from '../../ui/loading/lazy-component.tsx'
import { Empty } from '../../ui/loading/notice.tsx'
import { TitleBar } from '../../ui/panels/panel-bar.tsx'
import styles from './editor-panel.module.css'
import { useStopped } from './text-editor/use-debug-marks.ts'

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
        tabs={tabs}
        shown={shown}
        unsaved={unsaved}
        look={look}
        drafts={drafts}
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

/** Where an edit begins that is followed: the same for as long as that is the same line of the same file. */
function useEditedPlace(edit: FilesState['lastEdit']): PointedLine {
  const path = edit?.path
  const line = useEditedLine(edit)
  return useMemo(() => ({ path, line }), [path, line])
}

/** From 1. */
function useEditedLine(edit: FilesState['lastEdit']): number | undefined {
  const select = ({ touched }: FilesState) => (edit ? touched[edit.path]?.after : undefined)
  const after = useProjection(useSessionView(), 'files', select)
  const [{ data: then }, { data: now }] = [
    useContent(edit?.before?.hash),
    useContent(edit?.before ? after?.hash : undefined),
  ]
  if (then?.type !== 'text' || now?.type !== 'text') return undefined
  return firstDifference(then.text, now.text)
}

/** The tabs of the editor: what was opened, in order, without what was closed; `shown` is always among them. */
export function listTabs(opened: readonly string[], shown: string | undefined): readonly string[] {
  return shown === undefined || opened.includes(shown) ? opened : [...opened, shown]
}

/** What comes to the front when `path` is closed: its right neighbour, else its left. */
export function neighbourOf(tabs: readonly string[], path: string): string | undefined {
  const index = tabs.indexOf(path)
  return tabs[index + 1] ?? tabs[index - 1]
}

/** The first line, from 1, that two texts do not share; `undefined` where they are the same. */
export function firstDifference(one: string, other: string): number | undefined {
  if (one === other) return undefined
  const [ours, theirs] = [one.split('\n'), other.split('\n')]
  const index = ours.findIndex((line, at) => line !== theirs[at])
  return (index < 0 ? ours.length : index) + 1
}

import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import type { FilesState } from '#shared/projections/files.ts'
import type { Draft, Drafts } from '../../client/drafts.ts'
import {
  useDrafts,
  useIsLive,
  useLiveView,
  useSelection,
  useSessionView,
} from '../../client/session-context.tsx'
import { sameFields, useProjection } from '../../client/use-projection.ts'
import { formatBytes, formatPath } from '../../ui/format.ts'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import { TitleBar } from '../../ui/panel-bar.tsx'
import { tellAbsence } from './absence.ts'
import styles from './editor-panel.module.css'
import { EditorTabs } from './editor-tabs.tsx'
import { listTabs, neighbourOf } from './open-tabs.ts'
import { SaveNotice } from './save-notice.tsx'
import { type FileDocument, useFileDocument, useStartText } from './use-file-document.ts'
import { useSaving } from './use-saving.ts'

/** The heaviest part of the window: it comes when the first file is opened. */
const MonacoView = lazy(async () => ({ default: (await import('./monaco-view.tsx')).MonacoView }))

/** Any file at the playhead: editable while the session is live, as it was in the past. */
export function EditorPanel() {
  const { path: chosen, line, select } = useSelection()
  const lastEdit = useProjection(useSessionView(), 'files', selectLastEdit)
  const [closedSeq, setClosedSeq] = useState<number>()
  // What an agent edits is followed until a person chooses a file, or closes what came by itself.
  const shown = chosen ?? (lastEdit?.seq === closedSeq ? undefined : lastEdit?.path)
  const [opened, setOpened] = useState<readonly string[]>([])
  const [isComparing, setIsComparing] = useState(false)
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
        isComparing={isComparing}
        onChoose={(path) => select({ path, line: undefined })}
        onClose={close}
        onCompare={setIsComparing}
      />
      <FileView path={shown} line={line} drafts={drafts} isComparing={isComparing} />
    </div>
  )
}

const selectLastEdit = (state: FilesState) => state.lastEdit

interface FileViewProps {
  readonly path: string
  readonly line: number | undefined
  readonly drafts: Drafts
  readonly isComparing: boolean
}

function FileView({ path, line, drafts, isComparing }: FileViewProps) {
  const document = useFileDocument(path)
  const isLive = useIsLive()
  const draft = useSyncExternalStore(drafts.subscribe, drafts.state).get(path)
  const saving = useSaving(drafts)
  const text = document.type === 'text' ? document.text : undefined
  const saved = savedOf(document)
  const startText = useStartText(path, text)
  const [wasText, setWasText] = useState(false)
  if (text !== undefined && !wasText) setWasText(true)
  return (
    <>
      {isLive && saving.failure?.path === path && (
        <SaveNotice failure={saving.failure} saving={saving} />
      )}
      <div className={styles.view}>
        {document.type !== 'text' && <WithoutText path={path} document={document} />}
        {wasText && (
          <Suspense fallback={<Loading label="Loading the editor" rows={6} />}>
            <MonacoView
              path={path}
              layer={isLive ? 'disk' : 'past'}
              text={text === undefined || !isLive ? text : (draft?.text ?? text)}
              isComparing={isComparing && startText !== null}
              startText={startText ?? undefined}
              isEditable={isLive && saved !== undefined}
              line={line}
              onEdit={(edited) => saved && drafts.edit(path, edited, saved)}
              onSave={() => saving.save(path)}
            />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** What a draft is made from; absent where it could not be saved. */
function savedOf(document: FileDocument): Draft | undefined {
  if (document.type !== 'text' || !document.hash) return undefined
  return { text: document.text, base: document.hash }
}

interface WithoutTextProps {
  readonly path: string
  readonly document: Exclude<FileDocument, { type: 'text' }>
}

function WithoutText(props: WithoutTextProps) {
  return (
    <div className={styles.instead}>
      <WhyNot {...props} />
    </div>
  )
}

/** Why there is nothing to read, in words. */
function WhyNot({ path, document }: WithoutTextProps) {
  const name = formatPath(path)
  switch (document.type) {
    case 'loading':
      return <Loading label={`Loading ${name}`} rows={6} />
    case 'absent':
      return <Absent path={path} name={name} />
    case 'binary':
      return <Empty>{name} is not text.</Empty>
    case 'too-large':
      return (
        <Empty>{`${name} is too large to be shown here: ${formatBytes(document.bytes)}.`}</Empty>
      )
    case 'not-recorded':
      return <Empty>What {name} held then was not recorded.</Empty>
    case 'failed':
      return <Failure>{document.message}</Failure>
  }
}

function Absent({ path, name }: { readonly path: string; readonly name: string }) {
  const isLive = useIsLive()
  const here = useProjection(useSessionView(), 'files', selectTouched, sameFields)
  const atEnd = useProjection(useLiveView(), 'files', selectTouched, sameFields)
  return <Empty>{tellAbsence(path, name, { here, atEnd, isLive })}</Empty>
}

const selectTouched = ({ touched }: FilesState) => ({ ...touched })

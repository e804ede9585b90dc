import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import type { Drafts } from '../../client/drafts.ts'
import type { EditorLook } from '../../client/editor-look.ts'
import { useIsLive, usePlayheadControls, useSelection } from '../../client/session-context.tsx'
import { Loading } from '../../ui/notice.tsx'
import styles from './editor-panel.module.css'
import { SaveNotice } from './save-notice.tsx'
import { useAuthors } from './use-authors.ts'
import { useSaving } from './use-saving.ts'
import { type ShownText, useShownText } from './use-shown-text.ts'
import { WithoutText } from './without-text.tsx'

/** The heaviest part of the window: it comes when the first file is opened. */
const MonacoView = lazy(async () => ({ default: (await import('./monaco-view.tsx')).MonacoView }))

export interface FileViewProps {
  readonly path: string
  readonly line: number | undefined
  readonly drafts: Drafts
  readonly look: EditorLook
}

/** One file, as the editor's look has it. */
export function FileView(props: FileViewProps) {
  const { path, drafts, look } = props
  const shown = useShownText(path, look)
  const isLive = useIsLive()
  const saving = useSaving(drafts)
  const isText = shown.text !== undefined
  const [wasText, setWasText] = useState(false)
  if (isText && !wasText) setWasText(true)
  return (
    <>
      {isLive && saving.failure?.path === path && (
        <SaveNotice failure={saving.failure} saving={saving} />
      )}
      {shown.base.type === 'cannot' && <NotCompared why={shown.base.why} />}
      <div className={styles.view}>
        {!isText && <WithoutText path={path} document={shown.document} />}
        {wasText && <TextView {...props} shown={shown} onSave={() => saving.save(path)} />}
      </div>
    </>
  )
}

interface TextViewProps extends FileViewProps {
  readonly shown: ShownText
  readonly onSave: () => void
}

/** The text, or what was typed over it; the editor stays where there is none, unseen. */
function TextView({ path, line, drafts, look, shown, onSave }: TextViewProps) {
  const { base, saved } = shown
  const isLive = useIsLive()
  const draft = useSyncExternalStore(drafts.subscribe, drafts.state).get(path)
  const text = shown.text === undefined || !isLive ? shown.text : (draft?.text ?? shown.text)
  const authors = useAuthors({ path, text, isAsked: look.showsAuthors })
  const { seek } = usePlayheadControls()
  const { select } = useSelection()
  return (
    <Suspense fallback={<Loading label="Loading the editor" rows={6} />}>
      <MonacoView
        path={path}
        layer={isLive ? 'disk' : 'past'}
        text={text}
        isComparing={base.type === 'text' || base.type === 'loading'}
        baseText={base.type === 'text' ? base.text : undefined}
        isEditable={isLive && saved !== undefined}
        line={line}
        authors={authors}
        onVisit={(seq, writtenLine) => {
          select({ path, line: writtenLine })
          seek(seq)
        }}
        onEdit={(edited) => saved && drafts.edit(path, edited, saved)}
        onSave={onSave}
      />
    </Suspense>
  )
}

/** Why the file is shown by itself, though it was to be compared. */
function NotCompared({ why }: { readonly why: string }) {
  return (
    <p className={styles.notice} role="status">
      Not compared. {why}
    </p>
  )
}

import { useState, useSyncExternalStore } from 'react'
import type { Drafts } from '../../client/drafts.ts'
import type { EditorLook } from '../../client/editor-look.ts'
import type { PointedLine } from '../../client/selection.ts'
import { useIsLive, usePlayheadControls, useSelection } from '../../client/session-context.tsx'
import { formatBytes } from '../../ui/format.ts'
import { loadedLater } from '../../ui/loaded-later.tsx'
import styles from './editor-panel.module.css'
import { ImageView } from './image-view.tsx'
import { toFileText } from './model-text.ts'
import { SaveNotice } from './save-notice.tsx'
import { useAuthors } from './use-authors.ts'
import { useDebugMarks } from './use-debug-marks.ts'
import type { FileDocument } from './use-file-document.ts'
import { useFileFindings } from './use-file-findings.ts'
import { useSaving } from './use-saving.ts'
import { type ShownText, useShownText } from './use-shown-text.ts'
import { WhyNot } from './why-not.tsx'

/** The heaviest part of the window: it comes when the first file is opened. */
const MonacoView = loadedLater(
  async () => (await import('./monaco-view.tsx')).MonacoView,
  'Loading the editor',
)

export interface FileViewProps {
  readonly path: string
  /** All files that are opened. */
  readonly tabs: readonly string[]
  /** Where in it to be shown. */
  readonly place: PointedLine | undefined
  readonly drafts: Drafts
  readonly look: EditorLook
}

/** One file, as the editor's look has it. */
export function FileView(props: FileViewProps) {
  const { path, look } = props
  const { image, ...shown } = useShownText(path, look)
  const isLive = useIsLive()
  const saving = useSaving(path)
  const [readPath, readAsText] = useState<string>()
  const asImage = readPath === path && shown.text !== undefined ? undefined : image
  const text = asImage ? undefined : shown.text
  const [wasText, setWasText] = useState(false)
  if (text !== undefined && !wasText) setWasText(true)
  return (
    <>
      {isLive && saving.failure && <SaveNotice failure={saving.failure} saving={saving} />}
      {shown.base.type === 'cannot' && <Notice>{`Not compared. ${shown.base.why}`}</Notice>}
      <LeftOut document={shown.document} />
      <div className={styles.view}>
        {text === undefined && (
          <div className={styles.instead}>
            {asImage ? (
              <ImageView
                path={path}
                image={asImage}
                onShowText={shown.text === undefined ? undefined : () => readAsText(path)}
              />
            ) : (
              <WhyNot path={path} document={shown.document} />
            )}
          </div>
        )}
        {wasText && <TextView {...props} shown={{ ...shown, text }} onSave={saving.save} />}
      </div>
    </>
  )
}

/** Says how much of a large text is not there to be read. */
function LeftOut({ document }: { readonly document: FileDocument }) {
  if (document.type !== 'too-large' || document.head === undefined) return null
  const shown = new TextEncoder().encode(document.head).length
  const left = document.bytes - shown
  return (
    <Notice>
      {`This is its beginning, ${formatBytes(shown)} of ${formatBytes(document.bytes)}: ${formatBytes(left)} are left out.`}
    </Notice>
  )
}

interface TextViewProps extends FileViewProps {
  readonly shown: Pick<ShownText, 'document' | 'base' | 'text' | 'saved'>
  readonly onSave: () => void
}

/** The text, or what was typed over it; the editor stays where there is none, unseen. */
function TextView({ path, tabs, place, drafts, look, shown, onSave }: TextViewProps) {
  const { base, saved } = shown
  const isLive = useIsLive()
  const unsaved = useSyncExternalStore(drafts.subscribe, drafts.state)
  const draft = unsaved.get(path)
  const text = shown.text === undefined || !isLive ? shown.text : (draft?.text ?? shown.text)
  const authors = useAuthors({
    path,
    text,
    isAsked: look.showsAuthors && shown.document.type === 'text',
  })
  const debugMarks = useDebugMarks(path)
  const findings = useFileFindings(path)
  const { seek } = usePlayheadControls()
  const { select } = useSelection()
  return (
    <MonacoView
      path={path}
      layer={isLive ? 'disk' : 'past'}
      kept={[...tabs, ...unsaved.keys()]}
      text={text}
      isComparing={base.type === 'text' || base.type === 'loading'}
      baseText={base.type === 'text' ? base.text : undefined}
      isEditable={isLive && saved !== undefined}
      place={place}
      debugMarks={debugMarks}
      findings={findings}
      authors={authors}
      onVisit={(seq, writtenLine) => {
        select({ path, line: writtenLine })
        seek(seq)
      }}
      onEdit={(edited) => saved && drafts.edit(path, toFileText(edited, saved.text), saved)}
      onSave={onSave}
    />
  )
}

/** What has to be known of what is shown, above it. */
function Notice({ children }: { readonly children: string }) {
  return (
    <p className={styles.notice} role="status">
      {children}
    </p>
  )
}

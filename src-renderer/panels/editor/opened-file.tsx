import { useState, useSyncExternalStore } from 'react'
import type { Image } from '../../queries/content-image.ts'
import type { Drafts } from '../../session/drafts/file-drafts.ts'
import type { EditorLook } from '../../session/editor-display.ts'
import type { PointedLine } from '../../session/selection.ts'
import { useIsLive, usePlayheadControls, useSelection } from '../../session/session-context.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { loadedLater } from '../../ui/loading/lazy-component.tsx'
import { Failure } from '../../ui/loading/notice.tsx'
import { formatBytes, formatPath } from '../../ui/text/format.ts'
import { useAuthors } from './authors/use-authors.ts'
import { type ShownText, useShownText } from './comparison/use-shown-text.ts'
import styles from './editor-panel.module.css'
import { SaveNotice, useSaving } from './file/saving.tsx'
import { WhyNot } from './file/unavailable-file.tsx'
import type { FileDocument } from './file/use-file-document.ts'
import { useFileFindings } from './findings/file-findings.ts'
import { toFileText } from './monaco/model-text.ts'
import { EditorTabs, type EditorTabsProps } from './tabs/editor-tabs.tsx'
import { useDebugMarks } from './text-editor/use-debug-marks.ts'

type OpenedFileProps = EditorTabsProps & Pick<FileViewProps, 'place' | 'drafts'>

/** The files that were opened, and the one that is shown. */
export function OpenedFile({ place, drafts, ...shown }: OpenedFileProps) {
  return (
    <>
      <EditorTabs {...shown} />
      <FileView
        path={shown.shown}
        tabs={shown.tabs}
        look={shown.look}
        place={place}
        drafts={drafts}
      />
    </>
  )
}

/** The heaviest part of the window: it comes when the first file is opened. */
const MonacoView = loadedLater(
  async () => (await import('./text-editor/monaco-view.tsx')).MonacoView,
  'Loading the editor',
)

interface FileViewProps {
  readonly path: string
  /** All files that are opened. */
  readonly tabs: readonly string[]
  /** Where in it to be shown. */
  readonly place: PointedLine | undefined
  readonly drafts: Drafts
  readonly look: EditorLook
}

/** One file, as the editor's look has it. */
function FileView(props: FileViewProps) {
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

interface ImageViewProps {
  readonly path: string
  readonly image: Image
  /** Absent where it is no text. */
  readonly onShowText?: (() => void) | undefined
}

/** An image, no larger than it is, and how large that is. */
function ImageView({ path, image, onShowText }: ImageViewProps) {
  const [drawn, setDrawn] = useState<{ readonly url: string; readonly size: string | undefined }>()
  const own = drawn?.url === image.url ? drawn : undefined
  const facts = [image.format, own?.size, formatBytes(image.bytes)].filter(Boolean)
  if (own && !own.size) {
    return (
      <Failure>{`${formatPath(path)} begins like an image, and can’t be drawn as one.`}</Failure>
    )
  }
  return (
    <figure className={styles.figure}>
      <div className={styles.ground}>
        <img
          className={styles.image}
          src={image.url}
          alt={formatPath(path)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setDrawn({ url: image.url, size: `${naturalWidth} × ${naturalHeight}` })
          }
          onError={() => setDrawn({ url: image.url, size: undefined })}
        />
      </div>
      <figcaption className={styles.facts}>
        <span>{facts.join(' · ')}</span>
        {onShowText && (
          <Button isSmall onClick={onShowText}>
            Show as text
          </Button>
        )}
      </figcaption>
    </figure>
  )
}

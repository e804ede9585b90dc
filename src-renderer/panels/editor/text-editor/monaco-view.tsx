import { useEffect, useLayoutEffect, useRef } from 'react'
import type { PointedLine } from '../../../session/selection.ts'
import { useKept } from '../../../ui/panels/hidden-panel-state.ts'
import { watchTheme } from '../../../ui/styles/theme.ts'
import type { AuthorGutterProps } from '../authors/author-gutter.tsx'
import type { Authors } from '../authors/use-authors.ts'
import type { FileFinding } from '../findings/file-findings.ts'
import { FindingLayer } from '../findings/finding-layer.tsx'
import { editorOptions, ownKeysAttribute } from '../monaco/editor-options.ts'
import { toModelText } from '../monaco/model-text.ts'
import { applyMonacoTheme, monaco } from '../monaco/monaco-setup.ts'
import { type Layer, TextModels } from '../monaco/text-models.ts'
import styles from './monaco-view.module.css'
import {
  colourWhatIsShown,
  listenToTyping,
  type OwnEditor,
  useEditable,
  useMaking,
  useModelText,
  useOwnEditor,
  useRevealedLine,
} from './own-editor.ts'
import { PlainEditor } from './plain-editor.tsx'
import type { DebugMarks } from './use-debug-marks.ts'

/** Monaco, as a plain editor or as a comparison. */
export function MonacoView(asked: MonacoViewProps) {
  const { text, baseText } = asked
  const props = {
    ...asked,
    text: text && toModelText(text),
    baseText: baseText && toModelText(baseText),
  }
  const models = useKept(TextModels)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    applyMonacoTheme()
    return watchTheme(applyMonacoTheme)
  }, [])
  // With each drawing: what was still shown when its tab was closed goes once another text has come.
  useEffect(() => models.keepOnly(new Set(asked.kept)))
  const shared = { ...props, models, latest }
  return props.isComparing ? <DiffEditor {...shared} /> : <PlainEditor {...shared} />
}

interface MonacoViewProps {
  readonly path: string
  readonly layer: Layer
  /** Whose undo history and place are kept: the opened files, and those with unsaved edits. */
  readonly kept: readonly string[]
  /** Absent while it is on its way, or is none: the editor stays, unseen. */
  readonly text: string | undefined
  readonly isComparing: boolean
  /** What it is compared with; absent while that is on its way. */
  readonly baseText: string | undefined
  readonly isEditable: boolean
  /** The line that is pointed at, anew with each time that it is. */
  readonly place: PointedLine | undefined
  /** Where programs stand, and would stop; never in a comparison. */
  readonly debugMarks: DebugMarks
  /** What reviewers said of its lines. */
  readonly findings: readonly FileFinding[]
  /** Shown beside the lines; never beside a comparison. */
  readonly authors?: Authors | undefined
  /** Goes to the instant at which a line was written. */
  readonly onVisit: AuthorGutterProps['onVisit']
  readonly onEdit: (text: string) => void
  readonly onSave: () => void
}

/** What an editor is made with, plain or as a comparison; its texts are as Monaco holds them. */
export interface EditorProps extends MonacoViewProps {
  readonly models: TextModels
  /** As they were drawn last. */
  readonly latest: { readonly current: MonacoViewProps }
}

type Editor = monaco.editor.IStandaloneDiffEditor

/** Below this width a comparison is shown in one column. */
const SIDE_BY_SIDE_PX = 900

/** A file and what it is compared with. */
function DiffEditor(props: EditorProps) {
  const { layer, text, baseText, isEditable, place, findings } = props
  const isThere = text !== undefined && baseText !== undefined
  const own = useOwnEditor<Editor>()
  const { element, editor } = own
  useShownModels(own, props)
  useModelText(props, 'base', baseText)
  useModelText(props, layer, text)
  useEditable(editor, isEditable)
  useRevealedLine({ editor, place, isThere, reveal: revealLine })
  useMaking(own, (within) => createEditor(within, props))
  return (
    <>
      <div ref={element} className={styles.place} hidden={!isThere} {...ownKeysAttribute} />
      {editor && isThere && (
        <FindingLayer editor={editor.getModifiedEditor()} findings={findings} text={text} />
      )}
    </>
  )
}

function createEditor(within: HTMLElement, props: EditorProps): Editor {
  const editor = monaco.editor.createDiffEditor(within, {
    ...editorOptions,
    renderSideBySide: true,
    useInlineViewWhenSpaceIsLimited: true,
    renderSideBySideInlineBreakpoint: SIDE_BY_SIDE_PX,
    renderOverviewRuler: false,
    hideUnchangedRegions: { enabled: true },
  })
  listenToTyping(editor.getModifiedEditor(), props)
  colourWhatIsShown(editor.getOriginalEditor())
  colourWhatIsShown(editor.getModifiedEditor())
  return editor
}

function useShownModels({ editor, current }: OwnEditor<Editor>, props: EditorProps): void {
  const { models, latest, layer, path, text, baseText } = props
  const isThere = text !== undefined && baseText !== undefined
  useEffect(() => {
    if (!editor || editor !== current.current || !isThere) return
    const { text: now = '', baseText: then = '' } = latest.current
    const original = models.get('base', path, then)
    editor.setModel({ original, modified: models.get(layer, path, now) })
  }, [editor, current, models, latest, layer, path, isThere])
}

/** At once, and from where it is hidden once that is known: the two are compared elsewhere meanwhile. */
function revealLine(editor: Editor, line: number): (() => void) | undefined {
  const modified = editor.getModifiedEditor()
  modified.revealLineInCenter(line)
  if (editor.getLineChanges()) return uncover(modified, line)
  const comparing = editor.onDidUpdateDiff(() => {
    if (!editor.getLineChanges()) return
    comparing.dispose()
    uncover(modified, line)
  })
  return () => comparing.dispose()
}

/** Lines without changes are hidden until a cursor comes to one of them; one that is there already does not come. */
function uncover(editor: monaco.editor.IStandaloneCodeEditor, lineNumber: number): undefined {
  editor.setPosition({ lineNumber, column: Number.MAX_SAFE_INTEGER })
  editor.setPosition({ lineNumber, column: 1 })
  editor.revealLineInCenter(lineNumber)
}
